import { Body, Controller, Headers, HttpCode, Post, UploadedFiles } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Agreements, InvestorInfo, LandlordInfo, PersonalInfo, type KycSubmitResult } from '@tknest/contracts/api';
import { KYC } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import type { UploadedFile } from '#platform/http/uploads/sealed-files.js';
import { Uploads } from '#platform/http/uploads/uploads.js';
import { checked } from '#platform/http/validation.js';
import { isReadable } from '#features/screening/module.public.js';
import { DocumentDesk } from '../../documents/take-document.js';
import type { SubmittedDocument } from './application-file.js';
import { SubmitApplication } from './submit-application.command.js';

const LABELS: Record<string, string> = {
  idDocument: 'ID document',
  addressProof: 'Address proof',
  incomeProof: 'Income proof',
};
const UNREADABLE = 'Please write your name as it appears in your passport, in Latin letters';
const FILES = [
  ...KYC.documents.required.map((name) => ({ name, maxCount: 1 })),
  ...KYC.documents.optional.map((name) => ({ name, maxCount: 5 })),
];

@Controller('api/kyc')
export class SubmitApplicationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly desk: DocumentDesk,
  ) {}

  /** The KYC application with its documents (REQ-1.5.17, REQ-1.7.12), multipart. */
  @Post('submit')
  @HttpCode(200)
  @Uploads(FILES, KYC.documents.maxBytes)
  async submit(
    @CurrentSession() session: Session,
    @Body() body: Record<string, unknown>,
    @UploadedFiles() files: Record<string, UploadedFile[]> = {},
    @Headers('idempotency-key') idempotencyKey?: string,
  ): Promise<KycSubmitResult> {
    const role = body.userType;
    if (role !== 'investor' && role !== 'landlord')
      throw new Refused('invalid', 'userType must be investor or landlord');
    const personal = await checked(PersonalInfo, body);
    mustBeReadable(personal);
    const details = role === 'landlord' ? await checked(LandlordInfo, body) : await checked(InvestorInfo, body);
    const missing = KYC.documents.required.filter((kind) => !files[kind]?.length);
    if (missing.length > 0)
      throw new Refused('invalid', `Please upload: ${missing.map((kind) => LABELS[kind]).join(', ')}`, {
        errors: Object.fromEntries(missing.map((kind) => [kind, ['Please upload this document']])),
      });
    await checked(Agreements, body);
    const documents: SubmittedDocument[] = [];
    for (const file of Object.values(files).flat()) documents.push(await this.desk.take(file, session.wallet));
    return this.commands.execute(
      new SubmitApplication(session, role, { ...personal }, { ...details }, documents, idempotencyKey),
    );
  }
}

/** A name that cannot be transliterated cannot be compared with a list. @throws Refused (400) at its field */
function mustBeReadable(personal: PersonalInfo): void {
  const unread = (['firstName', 'lastName'] as const).filter((field) => !isReadable(personal[field]));
  if (unread.length === 0) return;
  throw new Refused('invalid', UNREADABLE, {
    errors: Object.fromEntries(unread.map((field) => [field, [UNREADABLE]])),
  });
}
