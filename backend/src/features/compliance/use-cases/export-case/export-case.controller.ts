import { Controller, Get, Param, Res, StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature, type SessionRequest } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { attachment } from '#platform/http/download.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { securityEvent } from '#platform/telemetry/security-log.js';
import { ExportCaseFile } from './export-case.query.js';

@Controller('api/compliance/cases/:id')
@Access('compliance', 'admin')
export class ExportCaseFileController {
  constructor(private readonly queries: QueryBus) {}

  /** The case as a PDF file, to be kept or handed to an authority. The export is recorded. */
  @Get('file.pdf')
  @FreshSignature()
  @RateLimited(LIMITS.exports)
  async file(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Res({ passthrough: true }) response: Response,
  ): Promise<StreamableFile> {
    const { name, body } = await this.queries.execute(new ExportCaseFile(session, id));
    securityEvent('export', response.req as SessionRequest, { file: 'case file' });
    response.set(attachment(name));
    return new StreamableFile(body, { type: 'application/pdf' });
  }
}
