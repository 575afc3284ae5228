import type { Leg } from '@tknest/contracts/events';
import type { PaymentState } from '../payment.state.js';
import type { PaymentPorts } from './ports.js';

/** Outcomes after which nobody can sign a request any more. */
const CLOSED = new Set(['cancelled', 'rejected', 'gone']);

/**
 * Withdraws what was asked for a leg of a payment that has ended, also where the answer that named the request was
 * lost.
 * @returns whether nothing can be signed for it any more, or what is signed can reach no ledger
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

/** Withdraws what ended payments may still be asked for: now and then until it is answered, and then never again. */
export class LateRequests {
  /** By our names of the requests. */
  private readonly withdrawn = new Set<string>();

  constructor(private readonly ports: PaymentPorts) {}

  async withdraw(leg: Leg, payment: PaymentState): Promise<'waiting' | 'done'> {
    const { identifier: name } = payment.legs[leg]!;
    if (this.withdrawn.has(name)) return 'done';
    if (!this.ports.questions.take({ payloadUuid: name, createdAt: 0, expiresAt: Infinity })) return 'waiting';
    if (!(await isWithdrawn(this.ports, payment, leg))) return 'waiting';
    this.withdrawn.add(name);
    return 'done';
  }
}
