import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { InvestorInfo, KycSubmitResult, LandlordInfo, PersonalInfo } from '@tknest/contracts/api';
import type { DocumentRecord, IdentityEvent, KycRole } from '@tknest/contracts/events';
import { KYC } from '@tknest/contracts/rules';
import { createHash } from 'node:crypto';
import { BusinessCalendar } from '../../../../platform/clock/business-calendar.js';
import { handleCommand } from '../../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { uuidv5 } from '../../../../platform/event-store/ids.js';
import type { Session } from '../../../../platform/http/access.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { VaultService } from '../../../../platform/vault/vault.service.js';
import { identityFold, submitApplication } from '../../identity.decider.js';
import { MATCHER, Screener } from '../../screening/screener.js';
import { mediaTypeOf } from '../../../../platform/http/file-kind.js';

export interface UploadedDocument {
  kind: DocumentRecord['kind'];
  fileName: string;
  bytes: Buffer;
}

export class SubmitApplication {
  constructor(
    readonly session: Session,
    readonly role: KycRole,
    readonly personal: PersonalInfo,
    readonly details: LandlordInfo | InvestorInfo,
    readonly documents: readonly UploadedDocument[],
    readonly idempotencyKey: string | undefined,
  ) {}
}

/** What a person is told, by the outcome (D1 §8). */
const TOLD = {
  verified: { status: 'approved', message: 'KYC Verification Successful' },
  pending: { status: 'pending', message: 'Manual Review Required' },
  rejected: { status: 'rejected', message: 'KYC Verification Failed' },
} as const;

@CommandHandler(SubmitApplication)
export class SubmitApplicationHandler implements ICommandHandler<SubmitApplication, KycSubmitResult> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly calendar: BusinessCalendar,
    private readonly vault: VaultService,
    private readonly screener: Screener,
    private readonly causation: Causation,
  ) {}

  async execute({
    session,
    role,
    personal,
    details,
    documents,
    idempotencyKey,
  }: SubmitApplication): Promise<KycSubmitResult> {
    const { wallet } = session;
    const records = documents.map((document) => this.describe(document));
    const context = await this.causation.contextOf({
      session,
      idempotencyKey,
      input: { role, personal, details, documents: records.map(({ sha256 }) => sha256) },
    });
    const applicationId = uuidv5(`application/${context.metadata.commandId}`);
    const before = await this.store.findCommand(context.metadata.commandId, context.inputHash);
    if (before) return before.result as KycSubmitResult;
    // Ciphertext first: an event never points at something that is not there. What a crash leaves behind is unreadable
    // without its event.
    const applicationItem = await this.vault.put(wallet, 'kyc-application', { role, personal, details }, applicationId);
    const kept = await Promise.all(
      documents.map(async ({ bytes }, index) => ({
        ...records[index]!,
        id: await this.vault.put(wallet, 'kyc-document', bytes, uuidv5(`${applicationId}/document/${index}`)),
      })),
    );
    const now = await this.calendar.now();
    const screening = await this.screener.screen(`${personal.firstName} ${personal.lastName}`);
    const { events } = await handleCommand(
      this.store,
      identityFold(wallet),
      (state) =>
        submitApplication(
          {
            submission: { wallet, applicationId, role, applicationItem, documents: kept },
            screening: {
              list: screening.list?.name ?? 'none',
              published: screening.list?.published ?? '',
              listSha256: screening.list?.sha256 ?? '',
              matcher: MATCHER,
              outcome: screening.status,
              hits: screening.matches.map(({ entityNumber, score }) => ({ entityNumber, score })),
            },
            now,
          },
          state,
        ),
      context,
    );
    const decided = (events as unknown as IdentityEvent[]).find((event) => event.type === 'KycDecided')!
      .data as Extract<IdentityEvent, { type: 'KycDecided' }>['data'];
    return { ...TOLD[decided.status], reason: decided.reason, riskLevel: decided.riskLevel, flags: decided.flags };
  }

  private describe({ kind, fileName, bytes }: UploadedDocument): DocumentRecord {
    const mediaType = mediaTypeOf(fileName, bytes, KYC.documents.extensions);
    if (!mediaType)
      throw new Refused('invalid', `${fileName.slice(0, 100)} is no PDF, JPG or PNG file`, {
        errors: { [kind]: ['Accepted types: pdf, jpg, jpeg, png'] },
      });
    return { id: '', kind, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length, mediaType };
  }
}
