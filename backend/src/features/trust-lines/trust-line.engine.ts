import type { TrustLineEvent } from '@tknest/contracts/events';
import { Inject, Injectable } from '@nestjs/common';
import { BusinessCalendar } from '../../platform/clock/business-calendar.js';
import { CLOCK, type Clock } from '../../platform/clock/clock.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { commitOnce } from '../../platform/event-store/commit-once.js';
import { EVENT_STORE, type EventStore } from '../../platform/event-store/event-store.js';
import { expectedOf, load, type Loaded } from '../../platform/event-store/folding.js';
import { LEDGER, type LedgerPort } from '../../platform/ledger/ledger-port.js';
import { meaningOf } from '../../platform/ledger/result-words.js';
import { departure, describeBlob } from '../../platform/ledger/signed-blob.js';
import { proposeEnding } from '../../platform/ledger/submissions/submission.rules.js';
import { Submitter } from '../../platform/ledger/submissions/submitter.js';
import { VaultBlobs } from '../../platform/vault/vault-blobs.js';
import { WALLET_APP, type WalletAppPort } from '../../platform/wallet-app/wallet-app-port.js';
import { WalletQuestions } from '../../platform/wallet-app/wallet-questions.js';
import { trustLineFold, type TrustLineState } from './trust-line.decider.js';

/** An opened request may be signed after its time. */
const GRACE_MS = 60_000;

const WHY_ABSENT = {
  expired: 'It did not reach the ledger in time.',
  'sequence-used': 'Another transaction of this wallet came first.',
} as const;

/**
 * Brings a trust line on its way: the signature is checked, journalled, sent and concluded by a validated ledger. It
 * may be cut off between any two steps.
 */
@Injectable()
export class TrustLineEngine {
  private readonly submitter: Submitter;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(WALLET_APP) private readonly walletApp: WalletAppPort,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly calendar: BusinessCalendar,
    private readonly blobs: VaultBlobs,
    private readonly questions: WalletQuestions,
  ) {
    this.submitter = new Submitter(ledger, blobs);
  }

  /**
   * One step, if there is one to take now. @returns how the request stands
   * @throws LedgerUnavailable, WalletAppUnavailable
   */
  async advance(payloadUuid: string): Promise<TrustLineState> {
    const loaded = await load(this.store, trustLineFold(payloadUuid));
    if (loaded.state.phase === 'requested') await this.collect(loaded);
    else if (loaded.state.phase === 'submitted') await this.conclude(loaded);
    else return loaded.state;
    return (await load(this.store, trustLineFold(payloadUuid))).state;
  }

  private async collect(loaded: Loaded<TrustLineState>): Promise<void> {
    const { payloadUuid, wallet, transaction, expiresAt } = loaded.state.request!;
    const [now, createdAt] = [this.clock.now().getTime(), loaded.state.askedAt.getTime()];
    const request = { payloadUuid, createdAt, expiresAt: Date.parse(expiresAt) };
    const outcome = await this.questions.askForVisitor(request, () => this.walletApp.outcome(payloadUuid));
    if (!outcome) return;
    if (outcome.state === 'rejected' || outcome.state === 'cancelled')
      return this.end(loaded, 'declined', 'The request was declined in the wallet.');
    if (outcome.state !== 'signed') {
      if (now < Date.parse(expiresAt) + GRACE_MS && outcome.state !== 'gone') return;
      await this.walletApp.withdraw(payloadUuid);
      return this.end(loaded, 'expired', 'Nobody signed in time.');
    }
    const { hex, network } = outcome.signed!;
    const wrongNetwork =
      network !== null && network.toUpperCase() !== this.config.xrpl.network.toUpperCase()
        ? `it was signed for ${network}`
        : null;
    const [account, validated] = [await this.ledger.account(wallet), await this.ledger.validatedIndex()];
    const problem = wrongNetwork ?? departure(transaction, hex, account, validated);
    if (problem) return this.end(loaded, 'departed', `What was signed is not what was asked: ${problem}.`);
    const { hash, sequence, lastLedgerSequence } = describeBlob(hex);
    const blobItem = await this.blobs.keep(loaded.stream, hex);
    const data = { payloadUuid, hash, sequence, lastLedgerSequence: lastLedgerSequence!, blobItem };
    if (await this.note(loaded, { type: 'TrustLineSigned', data })) await this.submitter.send({ blobItem });
  }

  private async conclude(loaded: Loaded<TrustLineState>): Promise<void> {
    const { payloadUuid, wallet, limit } = loaded.state.request!;
    const submission = loaded.state.submission!;
    const ending = proposeEnding(await this.submitter.fate(wallet, submission));
    switch (ending.propose) {
      case 'wait':
        return;
      case 'send-again':
        return this.submitter.send(submission);
      case 'validated': {
        const data = { payloadUuid, wallet, limit, hash: submission.hash!, ledgerIndex: ending.ledgerIndex };
        return void (await this.note(loaded, { type: 'TrustLineSet', data }));
      }
      case 'refused':
        return this.end(loaded, 'refused', `The ledger refused the trust line: ${meaningOf(ending.result)}.`);
      case 'absent':
        return this.end(loaded, 'absent', `${WHY_ABSENT[ending.reason]} Please set it up again.`);
    }
  }

  private async end(
    loaded: Loaded<TrustLineState>,
    reason: Extract<TrustLineEvent, { type: 'TrustLineRequestEnded' }>['data']['reason'],
    message: string,
  ): Promise<void> {
    const { payloadUuid } = loaded.state.request!;
    await this.note(loaded, { type: 'TrustLineRequestEnded', data: { payloadUuid, reason, message } });
  }

  /** @returns false where somebody else was faster */
  private async note(loaded: Loaded<TrustLineState>, event: TrustLineEvent): Promise<boolean> {
    const at = { decidedOn: loaded, correlationId: null, businessDate: await this.calendar.today() };
    const write = { stream: loaded.stream, expected: expectedOf(loaded), events: [event] };
    return (await commitOnce(this.store, at, [write])).done;
  }
}
