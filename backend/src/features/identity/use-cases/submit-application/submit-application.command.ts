import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { InvestorInfo, KycSubmitResult, LandlordInfo, PersonalInfo } from '@tknest/contracts/api';
import type { DocumentRecord, IdentityEvent, KycRole } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { BusinessCalendar } from '../../../../platform/clock/business-calendar.js';
import { handleCommandAcross } from '../../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import type { Session } from '../../../../platform/http/access.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { VaultService } from '../../../../platform/vault/vault.service.js';
import { decideScreening, PersonScreening, screeningFold } from '../../../screening/screening.public.js';
import { identityFold, submitApplication } from '../../identity.decider.js';
import { subjectsOf } from '../../subjects.js';

/** A document whose kind is known and whose bytes wait to be sealed. */
export interface SubmittedDocument extends Omit<DocumentRecord, 'id'> {
  read(): Promise<Buffer>;
}

export class SubmitApplication extends Command<KycSubmitResult> {
  constructor(
    readonly session: Session,
    readonly role: KycRole,
    readonly personal: PersonalInfo,
    readonly details: LandlordInfo | InvestorInfo,
    readonly documents: readonly SubmittedDocument[],
    readonly idempotencyKey: string | undefined,
  ) {
    super();
  }
}

@CommandHandler(SubmitApplication)
export class SubmitApplicationHandler implements ICommandHandler<SubmitApplication> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly calendar: BusinessCalendar,
    private readonly vault: VaultService,
    private readonly screening: PersonScreening,
    private readonly causation: Causation,
  ) {}

  /**
   * Decided first, then sealed, then appended: nothing is kept of what is refused. Two that come with one key are one
   * command; each has items of its own in the vault, and those of the one that came too late are taken back.
   * @throws Refused, CommandReused
   */
  async execute({ session, role, personal, details, documents, idempotencyKey }: SubmitApplication) {
    const { wallet } = session;
    const context = await this.causation.contextOf({
      session,
      idempotencyKey,
      input: { role, personal, details, documents: documents.map(({ sha256 }) => sha256) },
    });
    const before = await this.store.findCommand(context.metadata.commandId, context.inputHash);
    if (before) return before.result as KycSubmitResult;
    const submission = {
      wallet,
      applicationId: randomUUID(),
      role,
      applicationItem: randomUUID(),
      documents: documents.map(({ read: _read, ...record }) => ({ ...record, id: randomUUID() })),
    };
    const { applicationId } = submission;
    const subjects = subjectsOf(personal, details);
    const screened = await this.screening.prepare({ wallet, role, applicationId, occasion: 'application', subjects });
    const newCase = await this.screening.newCase();
    const items = [screened.subjectItem, submission.applicationItem, ...submission.documents.map(({ id }) => id)];
    const now = await this.calendar.now();
    let sealed = false;
    const seal = async () => {
      if (sealed) return;
      sealed = true;
      await this.vault.put(wallet, 'kyc-application', { role, personal, details }, submission.applicationItem);
      // One after the other: one document at a time stands in memory.
      for (const [index, { id }] of submission.documents.entries())
        await this.vault.put(wallet, 'kyc-document', await documents[index]!.read(), id, wallet);
    };
    try {
      const { events, result } = await handleCommandAcross(
        this.store,
        { identity: identityFold(wallet), screening: screeningFold(wallet) },
        async (states) => {
          const { events: facts, outcome } = decideScreening(screened, states.screening, newCase);
          const decided = submitApplication({ submission, screening: outcome, now }, states.identity);
          context.result = answerOf(decided);
          await seal();
          return { identity: decided, screening: facts };
        },
        context,
      );
      if (events.length === 0) await this.vault.discard(items);
      return result as KycSubmitResult;
    } catch (error) {
      await this.vault.discard(items);
      throw error;
    }
  }
}

/** What a person is told, by the outcome (D1 §8). */
const TOLD = {
  verified: { status: 'approved', message: 'KYC Verification Successful' },
  pending: { status: 'pending', message: 'Manual Review Required' },
  rejected: { status: 'rejected', message: 'KYC Verification Failed' },
} as const;

function answerOf(events: readonly IdentityEvent[]): KycSubmitResult {
  const decided = events.find((event) => event.type === 'KycDecided')!.data;
  return { ...TOLD[decided.status], reason: decided.reason, riskLevel: decided.riskLevel, flags: decided.flags };
}
