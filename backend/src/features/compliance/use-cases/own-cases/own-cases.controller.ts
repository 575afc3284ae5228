import { Body, Controller, Get, HttpCode, Param, Post, UploadedFiles } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AnswerCaseRequest, type OwnCaseView } from '@tknest/contracts/api';
import { DESK, KYC } from '@tknest/contracts/rules';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import type { UploadedFile } from '#platform/http/uploads/sealed-files.js';
import { Uploads } from '#platform/http/uploads/uploads.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { DocumentDesk, type SubmittedDocument } from '#features/identity/module.public.js';
import { AnswerCase } from './answer-case.command.js';
import { ListOwnCases } from './own-cases.query.js';

@Controller('api/kyc/cases')
export class OwnCasesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
    private readonly desk: DocumentDesk,
  ) {}

  @Get()
  list(@CurrentSession() session: Session): Promise<OwnCaseView[]> {
    return this.queries.execute(new ListOwnCases(session.wallet));
  }

  /** Text, and optionally documents, which are checked like those of an application; JSON or multipart. */
  @Post(':id/answer')
  @HttpCode(200)
  @Uploads([{ name: 'documents', maxCount: DESK.answerDocuments }], KYC.documents.maxBytes)
  async answer(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() { text }: AnswerCaseRequest,
    @UploadedFiles() files: Record<string, UploadedFile[]> = {},
  ): Promise<OwnCaseView[]> {
    const documents: SubmittedDocument[] = [];
    for (const file of files.documents ?? []) documents.push(await this.desk.take(file, session.wallet));
    const position = await this.commands.execute(new AnswerCase(session, id, text, documents));
    await this.readModels.waitFor(position, ['compliance-cases', 'persons']);
    return this.queries.execute(new ListOwnCases(session.wallet));
  }
}
