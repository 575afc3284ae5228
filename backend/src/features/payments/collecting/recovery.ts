/**
 * Records a payment that a restored log lost, from the ledger and the payment's own memo. The answer to its case
 * decides whether it counts or is owed back.
 */
import type { PaymentEvent, BusinessDate } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import { load } from '#platform/event-store/folding.js';
import { LedgerUnavailable, type Conclusion } from '#platform/ledger/ledger-port.js';
import { opening } from '#features/operations-cases/rules.public.js';
import { loadListing } from '#features/listings/rules.public.js';
import { loanFold } from '#features/loans/rules.public.js';
import { owedFact } from '../delivery.js';
import { recipeOf } from '../kinds/index.js';
import type { RepaymentOrder, States, StatesOf, Writes } from '../kinds/recipe.js';
import { evolvePayment } from '../payment.evolve.js';
import { readMark, type Marked } from '../payment-mark.js';
import { dueAfter, isPaid, noPayment, owedBack, type PaidPayment, type Payment } from '../payment.state.js';
import { explaining, landedFacts } from './already-paid.js';
import { isOnlyHolder } from './astray.js';
import { lateCase, owedCase } from './cases.js';
import { feeCases } from './delivery.js';
import { commitAll, findPayment, together } from './commit.js';
import { mustWaitForTokens, wasIssuedBefore } from './issued-before.js';
import type { PaymentPorts } from './ports.js';
import { textOf } from '../transactions.js';

/** A principal on the ledger that a case names. */
export interface ForgottenPrincipal {
  hash: string;
  payer: string;
  ledgerIndex: number;
}

type OnLedger = Extract<Conclusion, { kind: 'validated' }>;
export type Answer = 'count' | 'owe-back';

/**
 * Records it in the log, once, and only what its memo says. A purchase whose tokens are issued on the ledger counts,
 * whatever the answer, once enough tokens are available. One that cannot count (too few tokens are left, or the sale
 * has ended) is owed back. A refund whose principal is not owed (any more) is not recorded, nor is a repayment to the
 * payout escrow whose loan is not open: it stays in suspense, where its case asks. One to a wallet that is not the only
 * holder is owed back.
 * @returns the payment's id; null if the ledger has no such payment
 * @throws TryAgainLater
 */
export async function recover(
  ports: PaymentPorts,
  { hash, payer, ledgerIndex }: ForgottenPrincipal,
  answer: Answer,
): Promise<string | null> {
  if (!ports.mayGoOn())
    throw new LedgerUnavailable('The ledger is still searched for what the platform signed for this payment');
  const sought = { hash, account: payer, sequence: 0, ticket: null, lastLedgerSequence: ledgerIndex };
  const seen = await ports.ledger.conclude({ ...sought, fromLedger: ledgerIndex - 1 });
  if (seen.kind === 'pending' || seen.kind === 'unknown')
    throw new LedgerUnavailable('The node cannot show the forgotten payment');
  const mark =
    seen.kind === 'validated' && seen.result === 'tesSUCCESS'
      ? readMark({ tx: seen.transaction, delivered: seen.delivered }, ports.seal, ports.settings.rlusdIssuer)
      : null;
  if (seen.kind !== 'validated' || mark?.leg !== 'recipient') return null;
  const { paymentId } = mark;
  const loaded = await findPayment(ports, paymentId);
  // Another instance was faster, or the payer repeated the call that started it.
  if (loaded.state.phase !== 'none') return paymentId;
  if (mark.refundOf !== null && !(await isStillOwed(ports, mark.refundOf))) return null;
  const isKept = mark.kind === 'principal_payback' && mark.payee === (await ports.accounts.address('payoutEscrow'));
  if (isKept && !(await isLoanOpen(ports, mark.propertyId!))) return null;
  // Nobody decides about a debt that was paid: a forged case about one would be carried out again and again.
  const counts = answer === 'count' || isKept || mark.refundOf !== null || mark.feeOf !== undefined;
  const isStray = mark.kind === 'principal_payback' && !isKept && !(await isToOnlyHolder(ports, mark));
  // The fee of a payment that the log lost too is found with that payment.
  if (mark.feeOf && (await findPayment(ports, mark.feeOf)).state.phase === 'none') return null;
  const today = await ports.businessDate();
  const paidOn = await ports.paidOn(ledgerIndex, null);
  const fee = await feeOf(ports, mark, ledgerIndex, paidOn);
  const facts = [...(await factsOf(ports, mark, hash, seen, paidOn)), ...fee.facts];
  const now = ports.clock.now();
  const known = facts.reduce((state, fact) => evolvePayment(state, fact, now), noPayment);
  if (known.phase === 'none' || !isPaid(known)) throw new Error(`Payment ${paymentId} was recovered unpaid`);
  const ending = owed(known, today);
  const after = ending.reduce((state, fact) => evolvePayment(state, fact, now), known as Payment);
  const isIssued = await wasIssuedBefore(ports, paymentId);
  let isOwed = false;
  const decide = (states: StatesOf): Writes => {
    const begun = (counts && !isStray) || isIssued ? begunAnew(known, states, isKept ? 'escrow' : 'holder') : null;
    if (isIssued && !begun) mustWaitForTokens(paymentId, states);
    if ((known.refundOf !== null || isKept) && !begun)
      throw new LedgerUnavailable('Another refund has just begun, or the loan has just been paid off');
    isOwed = begun === null;
    return { payment: [...facts, ...(begun ? [] : ending)], ...begun };
  };
  const cases = async () => [
    ...(isOwed ? await opening(ports.store, owedBackCase(known, today)) : []),
    ...(isOwed ? await feeCases(ports, after) : []),
    ...(fee.hash ? await explaining(ports, paymentId, fee.hash) : []),
  ];
  const recovered = { ...loaded, state: known };
  const taken = await commitAll(ports, recovered, together(ports, recovered, decide, cases));
  return taken ? paymentId : recover(ports, { hash, payer, ledgerIndex }, answer);
}

/** Whether a refund that the log lost still pays something back. */
async function isStillOwed(ports: PaymentPorts, refundOf: string): Promise<boolean> {
  const { state } = await findPayment(ports, refundOf);
  return owedBack(state).some(({ hash }) => state.phase !== 'none' && !state.refunds.has(hash));
}

async function isLoanOpen({ store }: PaymentPorts, propertyId: number): Promise<boolean> {
  return (await load(store, loanFold(propertyId))).state.status === 'open';
}

const isToOnlyHolder = async ({ store }: PaymentPorts, { payee, propertyId }: Marked): Promise<boolean> =>
  isOnlyHolder(store, payee, propertyId!, await store.head());

/** The events that the log would contain, up to the validated principal. */
async function factsOf(
  ports: PaymentPorts,
  mark: Marked,
  hash: string,
  { transaction, ledgerIndex, result }: OnLedger,
  paidOn: BusinessDate,
): Promise<PaymentEvent[]> {
  const { paymentId, kind, payer, payee, propertyId, tokens, amount, platformFee, refundOf, feeOf } = mark;
  const started: PaymentEvent = {
    type: 'PaymentStarted',
    data: {
      paymentId,
      payer,
      kind,
      payee,
      feeWallet: await ports.accounts.address('feeWallet'),
      propertyId,
      propertyName: propertyId === null ? null : (await loadListing(ports.store, propertyId)).name,
      tokens,
      amount: toDecimal(amount),
      platformFee: toDecimal(platformFee),
      totalAmount: toDecimal(amount + platformFee),
      memo: textOf(transaction),
      refundOf,
      ...(feeOf && { feeOf }),
      expiresAt: ports.clock.now().toISOString(),
    },
  };
  return [started, ...landedFacts(mark, 'recipient', 1, { hash, tx: transaction, ledgerIndex, result }, paidOn)];
}

/** Its fee, if it was paid; otherwise the fee is no longer requested. @throws LedgerUnavailable */
async function feeOf(
  ports: PaymentPorts,
  principal: Marked,
  from: number,
  paidOn: BusinessDate,
): Promise<{ facts: PaymentEvent[]; hash: string | null }> {
  const { paymentId, platformFee } = principal;
  if (platformFee === 0n) return { facts: [], hash: null };
  const feeWallet = await ports.accounts.address('feeWallet');
  for await (const landed of ports.ledger.history(feeWallet, from, await ports.ledger.validatedIndex())) {
    const mark = landed.result === 'tesSUCCESS' ? readMark(landed, ports.seal, ports.settings.rlusdIssuer) : null;
    if (mark?.paymentId === paymentId && mark.leg === 'platform')
      return { facts: landedFacts(principal, 'platform', 1, landed, paidOn), hash: landed.hash };
    if (mark?.feeOf === paymentId) {
      const { hash, ledgerIndex } = landed;
      const paid = { paymentId, feePaymentId: mark.paymentId, hash, ledgerIndex };
      return { facts: [{ type: 'OwedFeePaid', data: paid }], hash };
    }
  }
  const reason = 'the restored event log did not contain the payment';
  return { facts: [{ type: 'FeeLeftUnpaid', data: { paymentId, reason } }], hash: null };
}

/** The events of its start, with what it reserves; null if it can't start anymore. */
function begunAnew(payment: PaidPayment, states: States, to: RepaymentOrder['to']): Writes | null {
  const recipe = recipeOf(payment);
  // The ledger does not show the payer's options for a repayment, so the defaults apply.
  const repayment = { to, earlyPrincipal: 'term', allEarly: false, isPaid: true } as const;
  const start = { ...payment, previousRefund: null, repayment, today: payment.principal.paidOn };
  try {
    return recipe.begun(start, states);
  } catch (error) {
    if (error instanceof Refused) return null;
    throw error;
  }
}

/** The recipient owes it back. */
function owed(payment: PaidPayment, today: BusinessDate): PaymentEvent[] {
  const { paymentId } = payment;
  const message = 'The restored event log did not contain the payment. The recipient owes it back.';
  const failed: PaymentEvent = { type: 'PaymentFailed', data: { paymentId, code: 'forgotten', message } };
  if (recipeOf(payment).issuesTokens) return [owedFact(payment, today), failed];
  const { isLate: _, ...principal } = payment.principal;
  const data = { paymentId, ...principal, foundOn: today, delivered: toDecimal(payment.amount) };
  return [failed, { type: 'LatePrincipalFound', data }];
}

const owedBackCase = (payment: PaidPayment, today: BusinessDate) =>
  recipeOf(payment).issuesTokens
    ? owedCase(payment, owedFact(payment, today).data)
    : lateCase(payment, dueAfter({ ...payment.principal, foundOn: today }), 'refund');
