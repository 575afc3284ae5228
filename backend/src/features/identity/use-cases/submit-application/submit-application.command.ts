import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  DECISION_WORDS,
  type InvestorInfo,
  type KycSubmitResult,
  type LandlordInfo,
  type PersonalInfo,
} from '@tknest/contracts/api';
import type { IdentityEvent, KycRole } from '@tknest/contracts/events';
import { CONFIG, type Config } from '#platform/config/config.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { Decisions } from '../../decisions.js';
import { submitForm } from '../../identity.decider.js';
import { KycStanding } from '../../kyc-standing.js';
import { ApplicationFile, type SubmittedDocument } from './application-file.js';

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
    private readonly decisions: Decisions,
    private readonly causation: Causation,
    private readonly files: ApplicationFile,
    private readonly standing: KycStanding,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sandbox'>,
  ) {}

  /**
   * Decided first, then encrypted, then appended, so that nothing of a refused application is stored. Two requests with
   * the same key are one command; each has its own vault items, and those of the later request are removed.
   * @throws Refused, CommandReused
   */
  async execute(command: SubmitApplication): Promise<KycSubmitResult> {
    const { session, role, personal, details, documents, idempotencyKey } = command;
    const { wallet } = session;
    const context = await this.causation.contextOf({
      session,
      idempotencyKey,
      input: { role, personal, details, documents: documents.map(({ sha256 }) => sha256) },
    });
    const before = await this.store.findCommand(context.metadata.commandId, context.inputHash);
    if (before) return before.result as KycSubmitResult;
    const hidesHits = !this.config.sandbox && (await this.standing.stateOf(wallet)).underReview;
    const file = this.files.of(wallet, { role, personal, details }, documents);
    try {
      const { events, result } = await this.decisions.append(
        wallet,
        context,
        async (state, now) => {
          const identity = submitForm(file.submission, state, now, hidesHits);
          return { identity, screened: await file.sealAndScreen(state) };
        },
        { told: (decided) => (context.result = answerOf(decided, role, this.config.sandbox)) },
      );
      if (events.length === 0) await file.discard();
      return result as KycSubmitResult;
    } catch (error) {
      await file.discard();
      throw error;
    }
  }
}

/** The message for the applicant, by outcome (REQ-1.8.9). */
const TOLD = {
  verified: { status: 'approved', message: 'KYC Verification Successful' },
  pending: { status: 'pending', message: 'Manual Review Required' },
  rejected: { status: 'rejected', message: 'KYC Verification Failed' },
} as const;

const IN_REVIEW: KycSubmitResult = {
  ...TOLD.pending,
  reason: DECISION_WORDS['manual-review'],
  riskLevel: 'medium',
  flags: ['manual-review'],
};

function answerOf(events: readonly IdentityEvent[], asked: KycRole, sandbox: boolean): KycSubmitResult {
  const decided = events.find((event) => event.type === 'KycDecided' && event.data.role === asked) as
    Extract<IdentityEvent, { type: 'KycDecided' }> | undefined;
  // A renewal that an officer has to decide: the current verification stays as it is.
  if (!decided) return IN_REVIEW;
  // An officer decides about a hit. Until then the answer is the same as for any review: see `ToldStanding`.
  if (decided.data.code === 'screening-hit' && !sandbox) return IN_REVIEW;
  const { status, code, riskLevel, flags } = decided.data;
  return { ...TOLD[status], reason: code && DECISION_WORDS[code], riskLevel, flags };
}
