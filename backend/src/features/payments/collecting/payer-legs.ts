/** Legs that the payer signs: builds them, requests, collects and checks their signatures. */
import type { Leg, PaymentEvent } from '@tknest/contracts/events';
import { formatRlusd } from '@tknest/contracts/money';
import { identifierOf, type LegAttempt, type Payment, type RequestedAttempt } from '../payment.state.js';
import { departure, describeBlob } from '#platform/ledger/signed-blob.js';
import { recipeOf } from '../kinds/index.js';
import { markOf } from '../payment-mark.js';
import { rlusdPayment, tokenTrustLine } from '../transactions.js';
import { alreadyPaid, noteLanded } from './already-paid.js';
import { isPrevented, offeredFee } from './checks.js';
import type { PaymentPorts } from './ports.js';
import { voided } from './self-sent.js';
import { whereTaken } from './submission.js';
import { note, type LoadedPayment } from './commit.js';

/** Ledgers after the expiry during which a signature stays usable. */
const LEDGER_MARGIN = 50;
const LEDGERS_MAX = 30_000;

/**
 * LastLedgerSequence for a leg: the ledger at which the payment expires, so that the first signature is still usable
 * when the second one comes late.
 */
function lastLedger(ports: PaymentPorts, ledgerIndex: number, until: Date): number {
  const remaining = Math.max(0, until.getTime() - ports.clock.now().getTime());
  const ledgers = Math.min(
    Math.ceil(remaining / Math.max(ports.ledger.closeIntervalMs(), 20)) + LEDGER_MARGIN,
    LEDGERS_MAX,
  );
  return ledgerIndex + ledgers;
}

/**
 * When a leg's request expires: with the payment, or, for a fee or line requested after the principal, one expiry
 * period from now.
 */
function expiryOf(ports: PaymentPorts, payment: Payment): Date {
  return payment.phase === 'open'
    ? payment.expiresAt
    : new Date(ports.clock.now().getTime() + ports.settings.expiryMinutes * 60_000);
}

/** A deleted account can't pay the fee anymore; any other leg waits until the account exists again. */
async function withoutAccount(ports: PaymentPorts, loaded: LoadedPayment, legs: readonly Leg[]): Promise<boolean> {
  const { paymentId, phase } = loaded.state;
  if (phase === 'open' || !legs.includes('platform')) return false;
  return note(ports, loaded, { type: 'FeeLeftUnpaid', data: { paymentId, reason: 'the account was deleted' } });
}

/** The network fee is above the limit for payers: the request waits, and the payment says so. */
async function tooDear(ports: PaymentPorts, loaded: LoadedPayment, fee: bigint, ceiling: bigint): Promise<boolean> {
  const { paymentId, networkFee } = loaded.state;
  if (networkFee) return false;
  const data = { paymentId, feeDrops: fee.toString(), ceilingDrops: ceiling.toString() };
  return note(ports, loaded, { type: 'NetworkFeeTooHigh', data });
}

/**
 * Builds and journals transactions for the payer's signature. Both money legs get consecutive sequences read from the
 * validated ledger at this moment; a leg that is requested again beside a usable one keeps its sequence number.
 */
export async function prepareLegs(ports: PaymentPorts, loaded: LoadedPayment, legs: readonly Leg[]): Promise<boolean> {
  const payment = loaded.state;
  // Read before the sequence: no ledger up to this one can contain what is prepared here.
  const ledgerIndex = await ports.ledger.validatedIndex();
  const account = await ports.ledger.account(payment.payer);
  if (!account) return withoutAccount(ports, loaded, legs);
  // The principal is paid. Its fee is asked for once nothing but the payer stands in its way.
  if (payment.phase !== 'open' && legs.includes('platform') && (await isPrevented(ports, payment))) return false;
  const asks = await ports.ledger.fee();
  const { maxNetworkFeeDrops: ceiling } = ports.settings;
  if (asks > ceiling) return tooDear(ports, loaded, asks, ceiling);
  const paid = await alreadyPaid(ports, payment, legs);
  if (paid.length > 0) return noteLanded(ports, loaded, paid);
  const fee = offeredFee(payment, asks, ceiling);
  const lastLedgerSequence = lastLedger(ports, ledgerIndex, expiryOf(ports, payment));
  const base = account.sequence;
  const place = (leg: Leg) => (leg === 'platform' && payment.phase === 'open' ? base + 1 : base);
  const { recipient } = payment.legs;
  if (payment.phase === 'open' && recipient?.hash && recipient.sequence < base) {
    // Its sequence is used. If the wallet sent it directly, the money is on its way and nothing more may be requested.
    const [itself] = await whereTaken(ports, payment, [recipient], base);
    if (itself?.type === 'PaymentSubmitted') return note(ports, loaded, itself);
  }
  const events: PaymentEvent[] = [];
  // The other leg must have the adjacent sequence; otherwise it is void too.
  for (const other of ['recipient', 'platform'] as const) {
    const attempt = payment.legs[other];
    if (payment.phase !== 'open' || legs.includes(other) || !attempt || !legs.some((leg) => leg !== 'trust-line'))
      continue;
    if (['requested', 'signed', 'prepared'].includes(attempt.state) && attempt.sequence !== place(other)) {
      if (attempt.sequence < base && (await learnSignature(ports, loaded, attempt))) return true;
      events.push(
        ...(attempt.sequence < base
          ? await whereTaken(ports, payment, [attempt], base)
          : [voided(payment, attempt, 'the account sequence moved')]),
      );
    }
  }
  for (const leg of legs) {
    const attempt = (payment.legs[leg]?.attempt ?? 0) + 1;
    const sequence = place(leg);
    const common = { sequence, lastLedgerSequence, fee };
    const transaction =
      leg === 'trust-line'
        ? tokenTrustLine({ holder: payment.payer, issuer: await ports.accounts.address('issuer'), ...common })
        : leg === 'recipient'
          ? rlusdPayment({
              from: payment.payer,
              to: payment.payee,
              amount: payment.amount,
              memo: payment.memo,
              mark: markOf(payment, leg, ports.seal),
              issuer: ports.settings.rlusdIssuer,
              ...common,
            })
          : rlusdPayment({
              from: payment.payer,
              to: payment.feeWallet,
              amount: payment.platformFee,
              memo: null,
              mark: markOf(payment, 'platform', ports.seal),
              issuer: ports.settings.rlusdIssuer,
              ...common,
            });
    events.push({
      type: 'LegPrepared',
      data: {
        paymentId: payment.paymentId,
        leg,
        attempt,
        identifier: identifierOf(payment.paymentId, leg, attempt),
        transaction,
        sequence,
        lastLedgerSequence,
        ledgerIndex,
        ...(payment.priority === 'fast' && { feeAsked: asks.toString() }),
      },
    });
  }
  return note(ports, loaded, ...events);
}

/** Creates the wallet app's request; one whose answer was lost is found again by its identifier. */
export async function requestSignature(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  attempt: LegAttempt,
): Promise<boolean> {
  const payment = loaded.state;
  const { leg } = attempt;
  const expiresAt = expiryOf(ports, payment);
  const minutes = Math.max(1, Math.ceil((expiresAt.getTime() - ports.clock.now().getTime()) / 60_000));
  const links = await ports.walletApp.request({
    identifier: attempt.identifier,
    transaction: attempt.transaction,
    signer: payment.payer,
    expiresInMinutes: minutes,
    instruction: instructionOf(payment, leg),
  });
  const { payloadUuid, qrCode, deepLink, websocket } = links;
  return note(ports, loaded, {
    type: 'SignatureRequested',
    data: {
      paymentId: payment.paymentId,
      leg,
      attempt: attempt.attempt,
      identifier: attempt.identifier,
      payloadUuid,
      qrCode,
      deepLink,
      websocket,
      expiresAt: expiresAt.toISOString(),
    },
  });
}

function instructionOf(payment: Payment, leg: Leg): string {
  if (leg === 'trust-line') return 'Allow your wallet to hold TKNEST, the property token. Free, once.';
  if (leg !== 'platform') return recipeOf(payment).instruction(payment);
  const amount = `${formatRlusd(payment.amount)} RLUSD`;
  return `Platform fee of ${formatRlusd(payment.platformFee)} RLUSD. Taken only after your payment of ${amount} is validated.`;
}

/**
 * A request whose sequence is used may have been signed in the meantime and sent by the wallet itself: its hash must be
 * known before the leg is given up. @returns true if something was recorded, so that the payment is planned again
 */
async function learnSignature(ports: PaymentPorts, loaded: LoadedPayment, attempt: LegAttempt): Promise<boolean> {
  if (attempt.state === 'prepared') {
    const known = await ports.walletApp.findByIdentifier(attempt.identifier);
    return known !== null && requestSignature(ports, loaded, attempt);
  }
  return attempt.state === 'requested' && (await collectSignature(ports, loaded, attempt)) === true;
}

/** Asks the wallet app for the outcome of a request. @returns true if something was recorded */
export async function collectSignature(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  attempt: RequestedAttempt,
): Promise<boolean | 'declined'> {
  const payment = loaded.state;
  const outcome = await ports.walletApp.outcome(attempt.request.payloadUuid);
  if (outcome.state === 'open' || outcome.state === 'expired') return false;
  // The platform withdrew it when the payment ended. The payment has come back since, so it is asked for again.
  if (outcome.state === 'cancelled' && payment.phase !== 'open')
    return note(ports, loaded, voided(payment, attempt, 'the request was withdrawn'));
  if (outcome.state === 'rejected' || outcome.state === 'cancelled') return 'declined';
  if (outcome.state === 'gone')
    return note(ports, loaded, voided(payment, attempt, 'the wallet app no longer knows the request'));
  const { hex, network } = outcome.signed;
  const account = await ports.ledger.account(payment.payer);
  const wrongNetwork =
    network !== null && network.toUpperCase() !== ports.settings.network.toUpperCase()
      ? `it was signed for ${network}`
      : null;
  const problem = wrongNetwork ?? departure(attempt.transaction, hex, account, await ports.ledger.validatedIndex());
  if (problem) return note(ports, loaded, { ...voided(payment, attempt, problem) });
  const signed = describeBlob(hex);
  // In no ledger up to this one: what the node does not show that is behind may have been sent before today.
  const unsent = account !== null && account.sequence <= attempt.sequence ? account.ledgerIndex : undefined;
  const signedOn = unsent === undefined ? {} : { signedOn: await ports.dayOf(unsent) };
  const blobItem = await ports.blobs.keep(`payment-${payment.paymentId}`, hex);
  return note(ports, loaded, {
    type: 'LegSigned',
    data: {
      paymentId: payment.paymentId,
      leg: attempt.leg,
      attempt: attempt.attempt,
      hash: signed.hash,
      sequence: signed.sequence,
      ticket: signed.ticket,
      lastLedgerSequence: signed.lastLedgerSequence ?? attempt.lastLedgerSequence,
      blobItem,
      ...signedOn,
    },
  });
}
