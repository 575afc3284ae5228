import { Controller, Get, Param, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { KycDocumentView } from '@tknest/contracts/api';
import type { Response } from 'express';
import { CurrentSession, FreshSignature, type SessionRequest } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { securityEvent } from '#platform/telemetry/security-log.js';
import { ListDocuments } from './list-documents.query.js';
import { OpenDocument } from './open-document.query.js';
import { sendDocument } from './send-document.js';

@Controller('api/kyc/documents')
export class DocumentsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  list(@CurrentSession() session: Session): Promise<KycDocumentView[]> {
    return this.queries.execute(new ListDocuments(session.wallet));
  }

  /** One of the caller's documents, as a download, never shown in the page's own origin. */
  @Get(':id')
  @FreshSignature()
  async download(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    securityEvent('export', response.req as SessionRequest, { file: 'personal document' });
    sendDocument(response, await this.queries.execute(new OpenDocument(session.wallet, id)));
  }
}
