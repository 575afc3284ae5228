/**
 * Turns the submission rules' proposals for a payer's legs into events. The rules and the sending are in
 * `platform/ledger/submissions`.
 */
import { opening } from '#features/operations-cases/rules.public.js';
import type { PaymentEvent } from '@tknest/contracts/events';
import { parseLedgerValue, toDecimal } from '@tknest/contracts/money';
import type { StreamWrite } from '#platform/event-store/event-store.js';
import type { Amount } from '#platform/ledger/ledger-port.js';
import {
  proposeBeginning,
  proposeEnding,
  proposeWherePlaceIsTaken,
  type Beginning,
  type Ending,
} from '#platform/ledger/submissions/submission.rules.js';
import { Submitter } from '#platform/ledger/submissions/submitter.js';
import { issuesTokens } from '../kinds/index.js';
import { tokensOf, type LegAttempt, type Payment, type SignedAttempt } from '../payment.state.js';
import { isFeeOwedWith } from '../payment.evolve.js';
import { feeTwiceCase } from './cases.js';
import { moneyObjection } from './checks.js';
import { commit, commitAll, note, writeTo, type LoadedPayment } from './commit.js';
import { endUnpaid, refusal } from './endings.js';
import { tokenLine } from './obstacles.js';
import type { PaymentPorts } from './ports.js';
import { isRlusd } from '#platform/ledger/notation.js';
import { meaningOf } from '#platform/ledger/result-words.js';
import { submissionBegins, voided } from './self-sent.js';

const submitterOf = ({ ledger, blobs }: PaymentPorts) => new Submitter(ledger, blobs);

/** The events for a proposal about a group of legs that the payer signed. */
function factsOf(
  payment: Payment,
  proposal: Beginning<SignedAttempt> | Exclude<Beginning<LegAttempt>, { propose: 'begin' }>,
  ledgerIndex: number,
): PaymentEvent[] {
  switch (proposal.propose) {
    case 'begin':
      return [submissionBegins(payment, proposal.of, ledgerIndex)];
    case 'under-way':
      return [submissionBegins(payment, proposal.of, proposal.of.preparedAt)];
    case 'void':
      return proposal.of.filter(({ state }) => state !== 'void').map((leg) => voided(payment, leg, proposal.reason));
  }
}

/**
 * Events for legs whose sequence number of the payer's account is used: the holder sent one of them directly, or they
 * are void.
 * @param sequence the current sequence of the payer's account
 * @throws LedgerUnavailable
 */
export async function whereTaken(
  ports: PaymentPorts,
  payment: Payment,
  legs: readonly LegAttempt[],
  sequence: number,
): Promise<PaymentEvent[]> {
  const fates = await submitterOf(ports).fates(payment.payer, legs, sequence);
  return factsOf(payment, proposeWherePlaceIsTaken(legs, fates), 0);
}

/**
 * Submits once both money legs are signed: checks everything again before anything is sent, then appends
 * `PaymentSubmitted`, after which the payment cannot be canceled.
 * @returns true if something was recorded
 */
export async function begin(ports: PaymentPorts, loaded: LoadedPayment): Promise<boolean> {
  const payment = loaded.state;
  const group = [payment.legs.recipient, payment.legs.platform].flatMap((leg) =>
    leg?.state === 'signed' ? [leg] : [],
  );
  return submitGroup(ports, loaded, group, async () => {
    if (issuesTokens(payment)) {
      const line = await tokenLine(ports, payment.payer, tokensOf(payment));
      if (line !== 'ready')
        return note(ports, loaded, { type: 'TokenLineChecked', data: { paymentId: payment.paymentId, line } });
    }
    const objection = (await moneyObjection(ports, payment)) ?? (await ports.objection(payment));
    if (!objection) return null;
    return commitAll(ports, loaded, refusal(ports, loaded, objection));
  });
}

/** A leg that needs no further check: the trust line, or the fee after the principal. */
export const submitLeg = (ports: PaymentPorts, loaded: LoadedPayment, attempt: SignedAttempt): Promise<boolean> =>
  submitGroup(ports, loaded, [attempt], async () => null);

/**
 * @param lastLook the last check before anything is sent; returns the outcome that it recorded instead, or null if
 * there is no objection
 */
async function submitGroup(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  group: readonly SignedAttempt[],
  lastLook: () => Promise<boolean | null>,
): Promise<boolean> {
  const seen = await submitterOf(ports).look(loaded.state.payer, group);
  const proposal = proposeBeginning(group, seen);
  const instead = proposal.propose === 'begin' ? await lastLook() : null;
  // From `PaymentSubmitted` on, the payment cannot be canceled; only then may the blob be sent.
  return instead ?? note(ports, loaded, ...factsOf(loaded.state, proposal, seen.ledgerIndex));
}

/** Sends the journaled blob; `conclude` finds out its result. */
export async function send(ports: PaymentPorts, attempt: LegAttempt): Promise<void> {
  await submitterOf(ports).send(attempt);
}

/** Asks the ledger for the result of a submitted leg and records it. @returns true if something was recorded */
export async function conclude(ports: PaymentPorts, loaded: LoadedPayment, attempt: SignedAttempt): Promise<boolean> {
  const ending = proposeEnding(await submitterOf(ports).fate(loaded.state.payer, attempt));
  if (ending.propose === 'wait') return false;
  if (ending.propose === 'send-again') {
    await send(ports, attempt);
    return false;
  }
  return recordEnding(ports, loaded, attempt, ending);
}

async function recordEnding(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  attempt: SignedAttempt,
  ending: Exclude<Ending, { propose: 'send-again' | 'wait' }>,
): Promise<boolean> {
  const payment = loaded.state;
  const { leg } = attempt;
  const { paymentId } = payment;
  const at = { paymentId, leg, attempt: attempt.attempt, hash: attempt.hash };
  if (ending.propose === 'absent') return recordAbsence(ports, loaded, attempt, ending.reason);
  if (ending.propose === 'validated') {
    const { result, ledgerIndex } = ending;
    const delivered = rlusdDelivered(ports, ending.delivered);
    const paid = leg === 'recipient' ? { paidOn: await ports.paidOn(ledgerIndex, attempt.signedOn) } : {};
    const fact: PaymentEvent = { type: 'LegValidated', data: { ...at, ledgerIndex, result, delivered, ...paid } };
    return (await commit(ports, loaded, [writeTo(loaded, [fact]), ...(await casesOf(ports, payment, fact))])).done;
  }
  const message = meaningOf(ending.result);
  const failed: PaymentEvent = { type: 'LegFailed', data: { ...at, result: ending.result, message } };
  if (leg === 'recipient' || (payment.phase === 'open' && leg === 'trust-line')) {
    const data = { paymentId, code: ending.result, message: `The ledger refused the payment: ${message}` };
    return endUnpaid(ports, loaded, [failed], { type: 'PaymentFailed', data });
  }
  return note(ports, loaded, failed);
}

/** Opens a case for a fee that is not owed. */
async function casesOf(
  ports: PaymentPorts,
  payment: Payment,
  fact: Extract<PaymentEvent, { type: 'LegValidated' }>,
): Promise<StreamWrite[]> {
  const { leg, hash } = fact.data;
  return leg === 'platform' && isFeeOwedWith([fact], payment) ? opening(ports.store, feeTwiceCase(payment, hash)) : [];
}

/**
 * The transaction is proved to be in no ledger and can't enter one anymore: a principal fails with nothing paid, any
 * other leg is signed again.
 */
async function recordAbsence(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  attempt: LegAttempt,
  reason: 'expired' | 'sequence-used',
): Promise<boolean> {
  const payment = loaded.state;
  const { paymentId } = payment;
  const { leg, hash } = attempt;
  const why = reason === 'expired' ? 'it did not reach a ledger in time' : 'another transaction took its place';
  const at = { paymentId, leg, attempt: attempt.attempt };
  if (leg === 'recipient') {
    const failed: PaymentEvent = { type: 'LegFailed', data: { ...at, hash, result: reason, message: why } };
    const message = `The payment did not reach the ledger: ${why}. No money moved.`;
    return endUnpaid(ports, loaded, [failed], { type: 'PaymentFailed', data: { paymentId, code: reason, message } });
  }
  // A blob that is proved absent need not be watched any more.
  return note(ports, loaded, {
    type: 'LegVoided',
    data: { ...at, reason: why, hash: null, lastLedgerSequence: null },
  });
}

/** The delivered amount if it is RLUSD, otherwise null. */
export const rlusdDelivered = (
  { settings }: Pick<PaymentPorts, 'settings'>,
  delivered: Amount | null,
): string | null => (isRlusd(delivered, settings.rlusdIssuer) ? toDecimal(parseLedgerValue(delivered.value)) : null);
