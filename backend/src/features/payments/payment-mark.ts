/**
 * The mark by which a log restored from a backup recognizes a payer's transaction: a memo with the payment and its
 * terms, authenticated with a key of the platform. Parties and amount are those of the transaction. Pure.
 */
import { timingSafeEqual } from 'node:crypto';
import type { PaymentTerms } from '@tknest/contracts/events';
import { parseLedgerValue, parseRlusd, toDecimal, type Micro } from '@tknest/contracts/money';
import { PAYMENT_MEMO } from '@tknest/contracts/rules';
import type { LedgerTransaction } from '#platform/ledger/ledger-port.js';
import { hexOf, memoOf, isRlusd } from '#platform/ledger/notation.js';

/** A keyed digest of a text, as at least 32 hexadecimal digits. */
export type Seal = (text: string) => string;

/** The platform's seal, under a key of its vault. */
export const paymentSeal =
  (vault: { blindIndex(kind: 'payment-memo', text: string): string }): Seal =>
  (text) =>
    vault.blindIndex('payment-memo', text);

export type MarkedLeg = 'recipient' | 'platform';

type Terms = Omit<PaymentTerms<Micro>, 'propertyName' | 'memo' | 'priority'>;

/** What a genuine mark says. Payee and amount are those of its leg. */
export interface Marked extends Omit<Terms, 'feeWallet'> {
  leg: MarkedLeg;
}

type Said = Omit<Marked, 'payer' | 'payee' | 'amount' | 'platformFee'> & { platformFee: string };
type Parties = { payer: string; payee: string; value: string };

/** Hexadecimal digits: 128 bits. */
const SEAL_LENGTH = 32;
const HEX_TYPE = hexOf(PAYMENT_MEMO.type);

/** The memo of a leg that the payer signs. */
export function markOf(payment: Terms, leg: MarkedLeg, seal: Seal) {
  const { paymentId, kind, payer, payee, feeWallet, amount, platformFee, propertyId, tokens, refundOf, feeOf } =
    payment;
  const about = { propertyId, tokens, refundOf, ...(feeOf && { feeOf }) };
  const said: Said = { paymentId, kind, leg, platformFee: toDecimal(platformFee), ...about };
  const to =
    leg === 'recipient' ? { payee, value: toDecimal(amount) } : { payee: feeWallet, value: toDecimal(platformFee) };
  return memoOf(PAYMENT_MEMO, JSON.stringify({ ...said, seal: sealOf(said, { payer, ...to }, seal) }));
}

/** The parts of a ledger transaction that matter here. */
type Landed = Pick<LedgerTransaction, 'tx' | 'delivered'>;

/**
 * The mark counts only for the delivered amount: a payment in another currency, or a partial payment, is not
 * recognized.
 * @returns null if there is no mark, or if the platform did not make it for exactly this payment
 */
export function readMark({ tx, delivered }: Landed, seal: Seal, rlusdIssuer: string): Marked | null {
  const said = saidOf(tx);
  if (!said || !isRlusd(delivered, rlusdIssuer)) return null;
  const amount = parseLedgerValue(delivered.value);
  const parties = { payer: String(tx.Account), payee: String(tx.Destination), value: toDecimal(amount) };
  const [is, expected] = [Buffer.from(said.seal), Buffer.from(sealOf(said, parties, seal))];
  if (is.length !== expected.length || !timingSafeEqual(is, expected)) return null;
  const { seal: _, ...terms } = said;
  return { ...terms, payer: parties.payer, payee: parties.payee, amount, platformFee: parseRlusd(said.platformFee) };
}

/** The payment as whose principal the mark of a transaction, genuine or not, names it; null if it names none. */
export function namedPrincipal(tx: Landed['tx']): string | null {
  const said = saidOf(tx);
  return said?.leg === 'recipient' ? said.paymentId : null;
}

/** Whether a memo is the platform's mark, and not a text of the payer. */
export const isMark = ({ Memo }: { Memo?: { MemoType?: string } }): boolean => Memo?.MemoType === HEX_TYPE;

const sealOf = (
  { paymentId, kind, leg, platformFee, propertyId, tokens, refundOf, feeOf }: Said,
  { payer, payee, value }: Parties,
  seal: Seal,
): string =>
  seal(
    JSON.stringify([paymentId, kind, leg, payer, payee, value, platformFee, propertyId, tokens, refundOf, feeOf]),
  ).slice(0, SEAL_LENGTH);

function saidOf(tx: Landed['tx']): (Said & { seal: string }) | null {
  const memo = (tx.Memos ?? []).find(isMark);
  return memo ? readSaid(String(memo.Memo.MemoData ?? '')) : null;
}

function readSaid(hex: string): (Said & { seal: string }) | null {
  try {
    const said = JSON.parse(Buffer.from(hex, 'hex').toString('utf8')) as Said & { seal: string };
    const isWhole = typeof said.seal === 'string' && typeof said.platformFee === 'string';
    return isWhole ? said : null;
  } catch {
    return null;
  }
}
