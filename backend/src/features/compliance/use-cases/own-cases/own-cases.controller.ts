import { Body, Controller, Get, HttpCode, Param, Post, UploadedFiles } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { AnswerCaseRequest, type OwnCaseView } from '@tknest/contracts/api';
import { KYC } from '@tknest/contracts/rules';
import { Refused } from '../../../../platform/domain/refused.js';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { mediaTypeOf } from '../../../../platform/http/file-kind.js';
import type { UploadedFile } from '../../../../platform/http/uploads/sealed-files.js';
import { Uploads } from '../../../../platform/http/uploads/uploads.js';
import { ReadModels } from '../../../../platform/projections/read-models.js';
import { AnswerCase, type AnswerDocument } from './answer-case.command.js';
import { ListOwnCases } from './own-cases.query.js';

@Controller('api/kyc/cases')
export class OwnCasesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  @Get()
  list(@CurrentSession() session: Session): Promise<OwnCaseView[]> {
    return this.queries.execute(new ListOwnCases(session.wallet));
  }

  /** Text, and documents where they help; JSON or multipart. */
  @Post(':id/answer')
  @HttpCode(200)
  @Uploads([{ name: 'documents', maxCount: 5 }], KYC.documents.maxBytes)
  async answer(
    @CurrentSession() session: Session,
    @Param('id') id: string,
    @Body() { text }: AnswerCaseRequest,
    @UploadedFiles() files: Record<string, UploadedFile[]> = {},
  ): Promise<OwnCaseView[]> {
    const documents: AnswerDocument[] = [];
    for (const file of files.documents ?? []) documents.push(await described(file));
    const position = await this.commands.execute(new AnswerCase(session, id, text, documents));
    await this.readModels.waitFor(position, ['compliance-cases']);
    return this.queries.execute(new ListOwnCases(session.wallet));
  }
}

/** @throws Refused where name and bytes are not of a kind that is taken */
async function described(file: UploadedFile): Promise<AnswerDocument> {
  const mediaType = mediaTypeOf(file.originalname, await file.read(), KYC.documents.extensions);
  if (!mediaType)
    throw new Refused('invalid', `${file.originalname.slice(0, 100)} is no PDF, JPG or PNG file`, {
      errors: { documents: ['Accepted types: pdf, jpg, jpeg, png'] },
    });
  return { mediaType, read: () => file.read() };
}
