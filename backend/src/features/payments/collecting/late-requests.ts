import type { Leg } from '@tknest/contracts/events';
import { departure, describeBlob } from '#platform/ledger/signed-blob.js';
import { attemptOf, requestOf, type PaymentState } from '../payment.state.js';
import { note, type LoadedPayment } from './commit.js';
import type { PaymentPorts } from './ports.js';
import { voided } from './self-sent.js';

/** Outcomes after which a request can no longer be signed. */
const CLOSED = new Set(['cancelled', 'rejected', 'gone']);

/**
 * Withdraws the signing request for a leg of an ended payment, even if the answer that named the request was lost.
 * @returns whether nothing can be signed for it any more, or a signed transaction can no longer reach a ledger
 * @throws WalletAppUnavailable, LedgerUnavailable
 */
export async function isWithdrawn(ports: PaymentPorts, payment: PaymentState, leg: Leg): Promise<boolean> {
  const attempt = payment.legs[leg];
  if (!attempt || (attempt.state !== 'prepared' && attempt.state !== 'requested')) return true;
  if ((await ports.ledger.validatedIndex()) > attempt.lastLedgerSequence) return true;
  const { walletApp } = ports;
  const uuid =
    attempt.request?.payloadUuid ?? (await walletApp.findByIdentifier(attempt.identifier))?.payloadUuid ?? null;
  if (uuid === null) return true;
  await walletApp.withdraw(uuid);
  return CLOSED.has((await walletApp.outcome(uuid)).state);
}

/** Withdraws open signing requests of ended payments, retrying now and then until the wallet app answers. */
export class LateRequests {
  /** Keyed by the platform's ids of the requests. */
  private readonly withdrawn = new Set<string>();

  constructor(private readonly ports: PaymentPorts) {}

  async withdraw(leg: Leg, payment: PaymentState): Promise<'waiting' | 'done'> {
    const { identifier: name } = attemptOf(payment, leg);
    if (this.withdrawn.has(name)) return 'done';
    const question = { payloadUuid: name, createdAt: 0, expiresAt: Infinity };
    if (!(await this.ports.questions.take(question))) return 'waiting';
    if (!(await isWithdrawn(this.ports, payment, leg))) return 'waiting';
    this.withdrawn.add(name);
    return 'done';
  }
}

/**
 * Withdraws a request of an ended payment if still possible. One that was opened may be signed anyway; its signature is
 * recorded but never submitted.
 */
export async function collectLate(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  leg: Leg,
): Promise<'again' | 'waiting' | 'done'> {
  const payment = loaded.state;
  const attempt = attemptOf(payment, leg);
  const { payloadUuid } = requestOf(payment, leg);
  const outcome = await ports.walletApp.outcome(payloadUuid);
  if (outcome.state === 'signed') {
    const { hex } = outcome.signed;
    const problem = departure(
      attempt.transaction,
      hex,
      await ports.ledger.account(payment.payer),
      await ports.ledger.validatedIndex(),
    );
    if (problem) {
      // Not the requested transaction: if it reaches the ledger, it is not this payment's principal.
      await note(ports, loaded, voided(payment, { ...attempt, hash: null }, problem));
      return 'again';
    }
    const { hash, lastLedgerSequence } = describeBlob(hex);
    await note(ports, loaded, {
      type: 'LateSignatureRecorded',
      data: { paymentId: payment.paymentId, leg, attempt: attempt.attempt, hash, lastLedgerSequence },
    });
    return 'again';
  }
  if (outcome.state !== 'open' && outcome.state !== 'expired') return 'done';
  await ports.walletApp.withdraw(payloadUuid);
  return (await ports.ledger.validatedIndex()) > attempt.lastLedgerSequence ? 'done' : 'waiting';
}
