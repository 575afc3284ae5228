import { Controller, Get, Param, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { ComplianceCaseView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { sendDocument } from '#features/identity/module.public.js';
import { OpenCaseDocument } from './open-case-document.query.js';
import { ShowComplianceCase } from './show-case.query.js';

@Controller('api/compliance/cases/:id')
@Access('compliance', 'admin')
export class ShowComplianceCaseController {
  constructor(private readonly queries: QueryBus) {}

  /** Shows the applicant unmasked, and records the view; masked for auditors. */
  @Get()
  @Access('compliance', 'admin', 'auditor')
  show(@CurrentSession() session: Session, @Param('id') id: string): Promise<ComplianceCaseView> {
    return this.queries.execute(new ShowComplianceCase(session, id));
  }

  /** A download, never shown in the page's own origin. */
  @Get('documents/:documentId')
  @FreshSignature()
  async document(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Param('documentId') documentId: string,
    @Res() response: Response,
  ): Promise<void> {
    sendDocument(response, await this.queries.execute(new OpenCaseDocument(session, id, documentId)));
  }
}
