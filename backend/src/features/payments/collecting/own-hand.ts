/**
 * Detects a principal that the payer sent outside the wallet app's request while the payment still waits for a
 * signature: the money has moved, and the payment must show that before it expires.
 */
import type { PaymentEvent } from '@tknest/contracts/events';
import { encode } from 'xrpl';
import { LedgerUnavailable, type LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { describeBlob } from '#platform/ledger/signed-blob.js';
import { cancelPayment } from '../payment.decider.js';
import { couldLand } from '../payment.plan.js';
import type { LegAttempt, Payment } from '../payment.state.js';
import type { LoadedPayment } from './commit.js';
import { alreadyPaid, noteLanded } from './already-paid.js';
import { endUnpaid } from './endings.js';
import type { PaymentPorts } from './ports.js';
import { submissionBegins } from './self-sent.js';
import { whereTaken } from './submission.js';

/**
 * Checks whether the principal's sequence number of the payer's account is used, and by which transaction.
 * @returns true if something was recorded
 * @throws LedgerUnavailable
 */
export async function checkPlace(ports: PaymentPorts, loaded: LoadedPayment, recipient: LegAttempt): Promise<boolean> {
  const payment = loaded.state;
  const account = await ports.ledger.account(payment.payer);
  if (!account || account.sequence <= recipient.sequence) return false;
  const facts = recipient.hash
    ? await whereTaken(ports, payment, [recipient], account.sequence)
    : await unasked(ports, payment, recipient);
  return facts.length > 0 && noteLanded(ports, loaded, facts);
}

/**
 * Cancels a payment, unless its payer has sent the principal by then. Where no node answers, that is not known, and a
 * principal that turns up afterwards is a late one.
 * @returns false if the payment has changed in the meantime
 * @throws Refused if it can no longer be canceled
 */
export async function cancelUnsent(ports: PaymentPorts, loaded: LoadedPayment): Promise<boolean> {
  const cancelled = cancelPayment(loaded.state);
  if (!cancelled) return true;
  const { recipient } = loaded.state.legs;
  if (recipient && couldLand(recipient) && (await checkPlace(ports, loaded, recipient).catch(whereUnavailable)))
    return false;
  return endUnpaid(ports, loaded, [], cancelled);
}

function whereUnavailable(error: unknown): false {
  if (error instanceof LedgerUnavailable) return false;
  throw error;
}

/** The transaction is the principal signed through another request of the platform, or unknown to the payment. */
async function unasked(ports: PaymentPorts, payment: Payment, asked: LegAttempt): Promise<PaymentEvent[]> {
  const found = await unreported(ports, payment, asked);
  return found.length > 0 ? found : alreadyPaid(ports, payment, ['recipient', 'platform']);
}

/** The wallet app does not know the signature, but the transaction on the ledger may be the requested one. */
async function unreported(ports: PaymentPorts, payment: Payment, asked: LegAttempt): Promise<PaymentEvent[]> {
  const until = await ports.ledger.validatedIndex();
  for await (const landed of ports.ledger.history(payment.payer, asked.preparedAt, until)) {
    if (landed.tx.Account !== payment.payer || landed.tx.Sequence !== asked.sequence) continue;
    const hex = asSigned(asked, landed);
    return hex ? signedAndUnderWay(ports, payment, asked, hex) : [];
  }
  return [];
}

/** The requested transaction with the signature on the ledger; null if the ledger's transaction is a different one. */
function asSigned({ transaction }: LegAttempt, { hash, tx }: LedgerTransaction): string | null {
  const { Fee, Flags, LastLedgerSequence, SigningPubKey, TxnSignature, Signers } = tx;
  const signed = { ...transaction, Fee, Flags, LastLedgerSequence, SigningPubKey, TxnSignature, Signers };
  const hex = encode(JSON.parse(JSON.stringify(signed)) as never);
  return describeBlob(hex).hash === hash ? hex : null;
}

async function signedAndUnderWay(
  ports: PaymentPorts,
  payment: Payment,
  asked: LegAttempt,
  hex: string,
): Promise<PaymentEvent[]> {
  const { hash, sequence, ticket, lastLedgerSequence: last } = describeBlob(hex);
  const blobItem = await ports.blobs.keep(`payment-${payment.paymentId}`, hex);
  const { leg, attempt, lastLedgerSequence } = asked;
  const signed = { leg, attempt, hash, sequence, ticket, lastLedgerSequence: last ?? lastLedgerSequence };
  return [
    { type: 'LegSigned', data: { paymentId: payment.paymentId, ...signed, blobItem } },
    submissionBegins(payment, signed, asked.preparedAt),
  ];
}
