import { Body, Controller, Headers, HttpCode, Post, UploadedFiles, UseInterceptors } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { FileFieldsInterceptor } from '@nestjs/platform-express';
import { Agreements, InvestorInfo, LandlordInfo, PersonalInfo, type KycSubmitResult } from '@tknest/contracts/api';
import { KYC, LIMITS } from '@tknest/contracts/rules';
import { CurrentSession, type Session } from '../../../../platform/http/access.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { checked } from '../../../../platform/http/validation.js';
import { RateLimiter } from '../../../../platform/sessions/rate-limiter.js';
import { SubmitApplication, type UploadedDocument } from './submit-application.command.js';

interface Uploaded {
  originalname: string;
  buffer: Buffer;
}

const LABELS: Record<string, string> = {
  idDocument: 'ID document',
  addressProof: 'Address proof',
  incomeProof: 'Income proof',
};

@Controller('api/kyc')
export class SubmitApplicationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly limiter: RateLimiter,
  ) {}

  /** The KYC application with its documents (D1 §5, §7), multipart. */
  @Post('submit')
  @HttpCode(200)
  @UseInterceptors(
    FileFieldsInterceptor(
      [
        { name: 'idDocument', maxCount: 1 },
        { name: 'addressProof', maxCount: 1 },
        { name: 'incomeProof', maxCount: 1 },
        { name: 'additionalDocs', maxCount: 5 },
      ],
      { limits: { fileSize: KYC.documents.maxBytes, files: 8, fields: 60, fieldSize: 20_000 } },
    ),
  )
  async submit(
    @CurrentSession() session: Session,
    @Body() body: Record<string, unknown>,
    @UploadedFiles() files: Record<string, Uploaded[]> = {},
    @Headers('idempotency-key') idempotencyKey?: string,
  ): Promise<KycSubmitResult> {
    await this.limiter.take(LIMITS.uploads, session.wallet);
    const role = body.userType;
    if (role !== 'investor' && role !== 'landlord')
      throw new Refused('invalid', 'userType must be investor or landlord');
    const personal = await checked(PersonalInfo, body);
    const details = role === 'landlord' ? await checked(LandlordInfo, body) : await checked(InvestorInfo, body);
    const missing = KYC.documents.required.filter((kind) => !files?.[kind]?.length);
    if (missing.length > 0)
      throw new Refused('invalid', `Please upload: ${missing.map((kind) => LABELS[kind]).join(', ')}`, {
        errors: Object.fromEntries(missing.map((kind) => [kind, ['Please upload this document']])),
      });
    await checked(Agreements, body);
    const documents = Object.entries(files).flatMap(([kind, list]) =>
      list.map((file): UploadedDocument => ({
        kind: kind as UploadedDocument['kind'],
        fileName: file.originalname,
        bytes: file.buffer,
      })),
    );
    return this.commands.execute(
      new SubmitApplication(session, role, { ...personal }, { ...details }, documents, idempotencyKey),
    );
  }
}
