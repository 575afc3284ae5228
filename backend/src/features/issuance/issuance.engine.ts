/** Carries out an order to issue tokens. It may be cut off between any two steps, and is begun again anywhere. */
import type { IssuanceEvent, IssuanceStep } from '@tknest/contracts/events';
import { commitOnce } from '../../platform/event-store/commit-once.js';
import type { EventStore, StreamWrite } from '../../platform/event-store/event-store.js';
import { expectedOf, load, type Loaded } from '../../platform/event-store/folding.js';
import { signOnTicket, type SigningPorts } from '../../platform/ledger/accounts/sign-on-ticket.js';
import { TicketsExhausted } from '../../platform/ledger/accounts/tickets-exhausted.js';
import { meaningOf } from '../../platform/ledger/result-words.js';
import { proposeEnding, type Ending } from '../../platform/ledger/submissions/submission.rules.js';
import { Submitter } from '../../platform/ledger/submissions/submitter.js';
import { crashPlaces } from '../../platform/telemetry/crash-points.js';
import { caseFold, caseIdOf, openCase, type OpenCase } from '../cases/cases.public.js';
import { authoriseLine, issuance, tokenLine } from '../payments/payment.public.js';
import { LINE_WORDS } from './line-words.js';
import { issuanceFold, purposeFor, type IssuanceState, type StepAttempt } from './issuance.decider.js';

const crashPoint = crashPlaces('issuance-sent', 'issuance-conclusion-seen', 'issuance-conclusion-recorded');

export interface IssuancePorts extends SigningPorts {
  store: EventStore;
  businessDate(): Promise<string>;
  /** Whether a wallet's owner is verified at this moment. */
  isVerified(wallet: string): Promise<boolean>;
}

type LoadedIssuance = Loaded<IssuanceState>;
const SIGNER = 'issuer';

export class IssuanceEngine {
  private readonly submitter: Submitter;

  constructor(private readonly ports: IssuancePorts) {
    this.submitter = new Submitter(ports.ledger, ports.blobs);
  }

  /**
   * Takes every step that can be taken now. @returns how the issuance stands
   * @throws LedgerUnavailable
   */
  async advance(issuanceId: string): Promise<IssuanceState> {
    for (;;) {
      const loaded = await load(this.ports.store, issuanceFold(issuanceId));
      if (loaded.state.phase !== 'open' || !(await this.step(loaded))) return loaded.state;
    }
  }

  /** @returns false where it has to wait */
  private async step(loaded: LoadedIssuance): Promise<boolean> {
    const { steps, recipient, tokens } = loaded.state;
    for (const step of ['issue', 'authorise'] as const)
      if (steps[step]?.state === 'submitted') return this.conclude(loaded, step, steps[step]);
    const line = await tokenLine(this.ports, recipient, tokens);
    if (line !== 'ready' && line !== 'unauthorised') return this.fail(loaded, `line-${line}`, LINE_WORDS[line]);
    // Authorising cannot be taken back, and a hand issues to verified wallets alone.
    if ((line === 'unauthorised' || loaded.state.source === 'hand') && !(await this.ports.isVerified(recipient)))
      return this.fail(loaded, 'not-verified', 'The recipient is not verified');
    // A node that lags still shows the line as it was.
    if (line === 'unauthorised' && steps.authorise?.state === 'validated') return false;
    return this.sign(loaded, line === 'ready' ? 'issue' : 'authorise');
  }

  /** Journalled before anything is sent; what is signed again is signed on the same ticket. */
  private async sign(loaded: LoadedIssuance, step: IssuanceStep): Promise<boolean> {
    const { issuanceId, steps } = loaded.state;
    const purpose = purposeFor(loaded.state, step);
    const attempt = (steps[step]?.attempt ?? 0) + 1;
    try {
      await signOnTicket(this.ports, {
        signer: SIGNER,
        purpose,
        subject: `hand-${step}`,
        unsigned: await this.transaction(loaded.state, step),
        owner: loaded.stream,
        commit: (signed, assignment) => {
          const data = { issuanceId, step, attempt, purpose, ...signed };
          const facts = this.write(loaded, { type: 'TokenIssuanceSubmitted', data });
          return this.commit(loaded, [facts, ...(assignment ? [assignment] : [])]);
        },
      });
      // Recorded, or somebody else was faster: either way it is loaded again.
      return true;
    } catch (error) {
      if (error instanceof TicketsExhausted) return false;
      throw error;
    }
  }

  private async transaction(
    { recipient: holder, tokens, paymentId: purchase }: IssuanceState,
    step: IssuanceStep,
  ): Promise<Record<string, unknown>> {
    const issuer = await this.ports.accounts.address(SIGNER);
    return step === 'authorise'
      ? authoriseLine({ holder, issuer })
      : issuance({ holder, issuer, property: null, purchase, tokens });
  }

  private async conclude(loaded: LoadedIssuance, step: IssuanceStep, attempt: StepAttempt): Promise<boolean> {
    const issuer = await this.ports.accounts.address(SIGNER);
    const ending = proposeEnding(await this.submitter.fate(issuer, attempt));
    if (ending.propose === 'wait') return false;
    if (ending.propose === 'send-again') {
      await this.submitter.send(attempt);
      crashPoint('issuance-sent', step);
      return false;
    }
    crashPoint('issuance-conclusion-seen', step);
    if (ending.propose === 'absent' && ending.reason === 'sequence-used') return this.reportConflict(loaded, attempt);
    const facts = factsOf(loaded.state, step, attempt, ending);
    const burned =
      ending.propose === 'absent'
        ? []
        : [this.ports.accounts.tickets(SIGNER).burned(attempt.purpose, attempt.ticket!, attempt.hash!)];
    await this.commit(loaded, [this.write(loaded, ...facts), ...burned]);
    crashPoint('issuance-conclusion-recorded', step);
    return true;
  }

  private async fail(loaded: LoadedIssuance, code: string, message: string): Promise<boolean> {
    const { issuanceId } = loaded.state;
    await this.commit(loaded, [
      this.write(loaded, { type: 'TokenIssuanceFailed', data: { issuanceId, code, message } }),
    ]);
    return true;
  }

  /** Somebody else holds the issuer's key: a person must look at it, and nothing is signed meanwhile. */
  private async reportConflict(loaded: LoadedIssuance, { hash, ticket }: StepAttempt): Promise<boolean> {
    const opened: OpenCase = {
      kind: 'sequence-conflict',
      subject: loaded.state.issuanceId,
      summary: 'A ticket of the issuer was used by a transaction that is not in the log.',
      wallet: loaded.state.recipient,
      txHash: hash,
      details: { ticket },
    };
    const found = await load(this.ports.store, caseFold(caseIdOf(opened)));
    const events = openCase(opened, found.state);
    await this.commit(loaded, [{ stream: found.stream, expected: expectedOf(found), events }]);
    return false;
  }

  private write(loaded: LoadedIssuance, ...events: IssuanceEvent[]): StreamWrite {
    return { stream: loaded.stream, expected: expectedOf(loaded), events };
  }

  private async commit(loaded: LoadedIssuance, writes: readonly StreamWrite[]) {
    const { issuanceId: correlationId } = loaded.state;
    const businessDate = await this.ports.businessDate();
    return commitOnce(this.ports.store, { decidedOn: loaded, correlationId, businessDate }, writes);
  }
}

/** What an ending of a step is as facts of the issuance. */
function factsOf(
  { issuanceId, recipient, tokens, paymentId }: IssuanceState,
  step: IssuanceStep,
  { attempt, hash }: StepAttempt,
  ending: Exclude<Ending, { propose: 'send-again' | 'wait' }>,
): IssuanceEvent[] {
  const at = { issuanceId, step, attempt, hash: hash! };
  if (ending.propose === 'absent')
    return [{ type: 'TokenIssuanceConcluded', data: { ...at, result: ending.reason, ledgerIndex: null } }];
  const { result, ledgerIndex } = ending;
  const concluded: IssuanceEvent = { type: 'TokenIssuanceConcluded', data: { ...at, result, ledgerIndex } };
  if (ending.propose === 'refused') {
    const message = `The ledger refused it: ${meaningOf(result)}`;
    return [concluded, { type: 'TokenIssuanceFailed', data: { issuanceId, code: result, message } }];
  }
  if (step === 'authorise') return [concluded];
  const data = { issuanceId, recipient, tokens, paymentId, hash: hash!, ledgerIndex };
  return [concluded, { type: 'TokensIssued', data }];
}
