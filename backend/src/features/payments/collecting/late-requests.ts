import { departure, describeBlob } from '#platform/ledger/signed-blob.js';
import type { LegAttempt, OrphanBlob, RequestedAttempt } from '../payment.state.js';
import { note, type LoadedPayment } from './commit.js';
import { acceptLatePrincipal } from './endings.js';
import type { PaymentPorts } from './ports.js';
import { isPrincipal, seekOrphan, voided } from './self-sent.js';

/** Outcomes after which a request can no longer be signed. */
const CLOSED = new Set(['cancelled', 'rejected', 'gone']);

/**
 * Withdraws the signing request for a leg of an ended payment, even if the answer that named the request was lost.
 * @returns whether nothing can be signed for it any more, or a signed transaction can no longer reach a ledger
 * @throws WalletAppUnavailable, LedgerUnavailable
 */
export async function isWithdrawn(ports: PaymentPorts, attempt: LegAttempt | undefined): Promise<boolean> {
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

  async withdraw(attempt: LegAttempt): Promise<'waiting' | 'done'> {
    const { identifier: name } = attempt;
    if (this.withdrawn.has(name)) return 'done';
    const question = { payloadUuid: name, createdAt: 0, expiresAt: Infinity };
    if (!(await this.ports.questions.take(question))) return 'waiting';
    if (!(await isWithdrawn(this.ports, attempt))) return 'waiting';
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
  attempt: RequestedAttempt,
): Promise<'again' | 'waiting' | 'done'> {
  const payment = loaded.state;
  const { payloadUuid } = attempt.request;
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
      data: { paymentId: payment.paymentId, leg: attempt.leg, attempt: attempt.attempt, hash, lastLedgerSequence },
    });
    return 'again';
  }
  if (outcome.state !== 'open' && outcome.state !== 'expired') return 'done';
  await ports.walletApp.withdraw(payloadUuid);
  return (await ports.ledger.validatedIndex()) > attempt.lastLedgerSequence ? 'done' : 'waiting';
}

/** Watches a signed blob of an ended payment: if it reaches a ledger after all, the money is accounted for. */
export async function watchOrphan(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  orphan: OrphanBlob,
): Promise<'again' | 'waiting' | 'done'> {
  const payment = loaded.state;
  const conclusion = await seekOrphan(ports, payment, orphan);
  if (conclusion.kind === 'absent') return 'done';
  if (conclusion.kind !== 'validated') return 'waiting';
  if (conclusion.result !== 'tesSUCCESS' || !isPrincipal(ports.settings, payment, conclusion)) return 'done';
  await acceptLatePrincipal(ports, loaded, { hash: orphan.hash, ledgerIndex: conclusion.ledgerIndex });
  return 'again';
}
