/**
 * Submission and conclusion of signed legs: journal first, send the same blob, and let only a validated ledger
 * conclude.
 */
import type { Leg, PaymentEvent } from '@tknest/contracts/events';
import { CURRENCY } from '@tknest/contracts/rules';
import { parseLedgerValue, toDecimal } from '@tknest/contracts/money';
import { LedgerUnavailable, type Amount, type Conclusion } from '../../../platform/ledger/ledger-port.js';
import { crashPoint } from '../crash-places.js';
import { issuesTokens, type LegAttempt, type PaymentState } from '../payment.state.js';
import { moneyObjection, tokenLine } from './checks.js';
import { endUnpaid, openCase } from './endings.js';
import { MIN_LEDGERS_LEFT } from './payer-legs.js';
import type { PaymentPorts } from './ports.js';
import { submissionBegins, voided, whoTookTheirPlace } from './self-sent.js';
import { note, type Loaded } from './streams.js';

/**
 * Both money legs are signed. Everything is looked at once more with nothing sent; then the fact "submission begins" is
 * appended, which ends the time for cancelling. @returns true where something was recorded
 */
export async function begin(ports: PaymentPorts, loaded: Loaded<PaymentState>): Promise<boolean> {
  const payment = loaded.state;
  const recipient = payment.legs.recipient!;
  const legs = [recipient, payment.legs.platform].filter((leg): leg is LegAttempt => leg?.state === 'signed');
  const account = await ports.ledger.account(payment.payer);
  const ledgerIndex = await ports.ledger.validatedIndex();
  if (!account || account.sequence !== recipient.sequence) {
    const [first, ...others] = await whoTookTheirPlace(ports, payment, legs);
    // The principal is under way: its fee waits for it.
    return first!.type === 'PaymentSubmitted' ? note(ports, loaded, first!) : note(ports, loaded, first!, ...others);
  }
  const dying = legs.filter((leg) => leg.lastLedgerSequence < ledgerIndex + MIN_LEDGERS_LEFT);
  if (dying.length > 0)
    return note(ports, loaded, ...dying.map((leg) => voided(payment, leg, 'its LastLedgerSequence is too near')));
  if (issuesTokens(payment)) {
    const line = await tokenLine(ports, payment.payer, payment.tokens!);
    if (line !== 'ready')
      return note(ports, loaded, { type: 'TokenLineChecked', data: { paymentId: payment.paymentId, line } });
  }
  const objection = (await moneyObjection(ports, payment)) ?? (await ports.objection(payment));
  if (objection)
    return endUnpaid(ports, loaded, [], {
      type: 'PaymentFailed',
      data: { paymentId: payment.paymentId, ...objection },
    });
  return noteSubmission(ports, loaded, recipient, ledgerIndex);
}

/** A leg that needs no further look: the line, or the fee after the principal. */
export async function submitLeg(ports: PaymentPorts, loaded: Loaded<PaymentState>, leg: Leg): Promise<boolean> {
  const payment = loaded.state;
  const attempt = payment.legs[leg]!;
  const account = await ports.ledger.account(payment.payer);
  const ledgerIndex = await ports.ledger.validatedIndex();
  if (!account || account.sequence !== attempt.sequence)
    return note(ports, loaded, ...(await whoTookTheirPlace(ports, payment, [attempt])));
  if (attempt.lastLedgerSequence < ledgerIndex + MIN_LEDGERS_LEFT)
    return note(ports, loaded, voided(payment, attempt, 'its LastLedgerSequence is too near'));
  return noteSubmission(ports, loaded, attempt, ledgerIndex);
}

/** The fact that ends the time for cancelling; only after it may the blob leave. */
async function noteSubmission(
  ports: PaymentPorts,
  loaded: Loaded<PaymentState>,
  attempt: LegAttempt,
  ledgerIndex: number,
): Promise<boolean> {
  crashPoint('before-submission-recorded', attempt.leg);
  const noted = await note(ports, loaded, submissionBegins(loaded.state, attempt, ledgerIndex));
  crashPoint('submission-recorded', attempt.leg);
  return noted;
}

/** Sends the journalled blob. Its fate is none of this function's business. */
export async function send(ports: PaymentPorts, attempt: LegAttempt): Promise<void> {
  const blob = await ports.blobs.open(attempt.blobItem!);
  await ports.ledger.submit(blob).catch((error: unknown) => {
    if (!(error instanceof LedgerUnavailable)) throw error;
  });
  crashPoint('blob-sent', attempt.leg);
}

/** Sought from where it was prepared, not from where it was sent: its holder may have sent it before. */
export function seekLeg(ports: PaymentPorts, account: string, attempt: LegAttempt): Promise<Conclusion> {
  return ports.ledger.conclude({
    hash: attempt.hash!,
    account,
    sequence: attempt.sequence,
    ticket: attempt.ticket,
    fromLedger: attempt.preparedAt,
    lastLedgerSequence: attempt.lastLedgerSequence,
  });
}

/** Asks the ledger what became of a submitted leg and records it. @returns true where something was recorded */
export async function conclude(ports: PaymentPorts, loaded: Loaded<PaymentState>, leg: Leg): Promise<boolean> {
  const payment = loaded.state;
  const attempt = payment.legs[leg]!;
  const own = leg === 'authorise' || leg === 'issuance';
  const conclusion = await seekLeg(ports, own ? await ports.issuer.address() : payment.payer, attempt);
  if (conclusion.kind === 'pending') {
    await send(ports, attempt);
    return false;
  }
  if (conclusion.kind === 'unknown') return false;
  crashPoint('conclusion-seen', leg);
  if (conclusion.kind === 'absent') return absent(ports, loaded, attempt, conclusion.reason);
  const at = { paymentId: payment.paymentId, leg, attempt: attempt.attempt, hash: attempt.hash! };
  if (conclusion.result === 'tesSUCCESS') {
    const noted = await note(ports, loaded, {
      type: 'LegValidated',
      data: {
        ...at,
        ledgerIndex: conclusion.ledgerIndex,
        result: conclusion.result,
        delivered: rlusdDelivered(ports, conclusion.delivered),
      },
    });
    crashPoint('conclusion-recorded', leg);
    return noted;
  }
  const failed: PaymentEvent = {
    type: 'LegFailed',
    data: { ...at, result: conclusion.result, message: meaningOf(conclusion.result) },
  };
  if (payment.phase === 'open' || leg === 'recipient') {
    return endUnpaid(ports, loaded, [failed], {
      type: 'PaymentFailed',
      data: {
        paymentId: payment.paymentId,
        code: conclusion.result,
        message: `The ledger refused the payment: ${meaningOf(conclusion.result)}`,
      },
    });
  }
  return note(ports, loaded, failed);
}

/**
 * Proved that it is in no ledger and can come into none: the principal fails with nothing paid, everything else is done
 * anew.
 */
async function absent(
  ports: PaymentPorts,
  loaded: Loaded<PaymentState>,
  attempt: LegAttempt,
  reason: 'expired' | 'sequence-used',
): Promise<boolean> {
  const payment = loaded.state;
  const why = reason === 'expired' ? 'it did not reach a ledger in time' : 'another transaction took its place';
  if (attempt.leg === 'recipient') {
    const failed: PaymentEvent = {
      type: 'LegFailed',
      data: {
        paymentId: payment.paymentId,
        leg: attempt.leg,
        attempt: attempt.attempt,
        hash: attempt.hash,
        result: reason,
        message: why,
      },
    };
    return endUnpaid(ports, loaded, [failed], {
      type: 'PaymentFailed',
      data: {
        paymentId: payment.paymentId,
        code: reason,
        message: `The payment did not reach the ledger: ${why}. No money moved.`,
      },
    });
  }
  if (attempt.ticket !== null && reason === 'sequence-used') {
    await openCase(ports, loaded, {
      kind: 'sequence-conflict',
      summary: 'A ticket of the issuer was used by a transaction that is not in the log.',
      txHash: attempt.hash,
      details: { ticket: attempt.ticket },
    });
    return false;
  }
  // A blob proved absent needs no watching.
  return note(ports, loaded, {
    type: 'LegVoided',
    data: {
      paymentId: payment.paymentId,
      leg: attempt.leg,
      attempt: attempt.attempt,
      reason: why,
      hash: null,
      lastLedgerSequence: null,
    },
  });
}

function rlusdDelivered(ports: PaymentPorts, delivered: Amount | null): string | null {
  if (delivered === null || typeof delivered === 'string') return null;
  const isRlusd = delivered.currency === CURRENCY.rlusd && delivered.issuer === ports.settings.rlusdIssuer;
  return isRlusd ? toDecimal(parseLedgerValue(delivered.value)) : null;
}

/** A result code in words; the code stays visible beside it. */
export function meaningOf(result: string): string {
  const words: Record<string, string> = {
    tecPATH_DRY: 'the recipient has no usable trust line, or a line is frozen',
    tecPATH_PARTIAL: 'there was not enough balance, or the recipient’s limit is too small',
    tecUNFUNDED_PAYMENT: 'there was not enough balance',
    tecNO_AUTH: 'the trust line is not authorised',
    tecNO_DST: 'the recipient’s account does not exist',
    tecNO_PERMISSION: 'the recipient does not accept payments from this account',
    tecDST_TAG_NEEDED: 'the recipient needs a destination tag',
    tecNO_LINE_INSUF_RESERVE: 'there is not enough XRP for the reserve of a new trust line',
    tecINSUF_RESERVE_LINE: 'there is not enough XRP for the reserve of a new trust line',
  };
  return `${words[result] ?? 'it could not be applied'} (${result})`;
}
