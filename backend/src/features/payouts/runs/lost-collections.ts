/**
 * Collections from a deposit that a restored log lost, as far as the escrow's payments on the ledger show them. A run
 * of the same id takes these payments over, so nobody is paid twice.
 */
import {
  feeOf,
  formatRlusd,
  moveToBusinessDay,
  parseRlusd,
  toDecimal,
  type Day,
  type Micro,
} from '@tknest/contracts/money';
import { FEES_BPS, LOAN } from '@tknest/contracts/rules';
import { decode } from 'xrpl';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { accountFold } from '#platform/ledger/accounts/account.state.js';
import type { SettledBefore } from '#platform/ledger/accounts/settled-before.js';
import { holdersOfRecord } from '#features/listings/rules.public.js';
import { caseFold, caseIdOf, isAccepted, type OpenCase } from '#features/operations-cases/rules.public.js';
import { isCompared } from '#features/reconciliation/compared-to.public.js';
import { divide } from './division.js';
import { dueRunId } from './run.decider.js';
import { FEE_BATCH, runFold } from './run.state.js';

export interface LostCollection {
  runId: string;
  propertyId: number;
  /** Nominal, as in the run's id. */
  dueDate: Day;
  paid: ReadonlyMap<string, Micro>;
  /** Null if the fee was not paid yet. */
  fee: Micro | null;
  /** The ledger of its first payment. */
  ledgerIndex: number;
  /** Tokens by wallet: while a loan is open, its register stays the same. */
  holders: ReadonlyMap<string, number>;
  /** The log has the repayments before it: the comparison has passed all its payments. Until then, it waits. */
  isReady: boolean;
  /** Two people have said that it collected this installment. Until then, the loan waits for it. */
  isConfirmed: boolean;
}

const DUE_RUN = /(due-(\d+)-(\d{4}-\d\d-\d\d)(?:-\d+)?)(?:\/([^/]+)\/([^/]+))?$/;

/** The collection that a transaction's subject or a case's id names; null for others. */
export function collectionIn(text: string | undefined) {
  const [, runId, propertyId, dueDate, batch, wallet] = DUE_RUN.exec(text ?? '') ?? [];
  return runId ? { runId, propertyId: Number(propertyId), dueDate: dueDate as Day, batch, wallet } : null;
}

/** What two people said that the payments of a run were; null until they have. */
async function answerAbout(store: EventStore, subject: string): Promise<'collected' | 'something-else' | null> {
  for (const kind of ['collection-short', 'lost-collection'] as const) {
    const { state } = await load(store, caseFold(caseIdOf({ kind, subject })));
    if (isAccepted(state)) return state.resolution === 'collected' ? 'collected' : 'something-else';
  }
  return null;
}

/** The run that collects a due date: never one whose payments were something else, because it would take them over. */
export async function nextDueRun(store: EventStore, propertyId: number, dueDate: Day): Promise<string> {
  let number = 1;
  while ((await answerAbout(store, dueRunId(propertyId, dueDate, number))) === 'something-else') number++;
  return dueRunId(propertyId, dueDate, number);
}

/** Those of a property, or all; without those that two people said were something else. */
export async function lostCollections(store: EventStore, propertyId?: number): Promise<LostCollection[]> {
  const { settledBefore } = (await load(store, accountFold('payoutEscrow'))).state;
  const payments = new Map<string, (SettledBefore & NonNullable<ReturnType<typeof collectionIn>>)[]>();
  for (const [subject, [payment]] of settledBefore) {
    const named = collectionIn(subject);
    if (!payment || !named?.wallet || (propertyId !== undefined && named.propertyId !== propertyId)) continue;
    const found = payments.get(named.runId) ?? [];
    payments.set(named.runId, found);
    found.push({ ...payment, ...named });
  }
  const lost: LostCollection[] = [];
  for (const [runId, found] of payments) {
    const { propertyId: of, dueDate } = found[0]!;
    if ((await load(store, runFold(runId))).state.exists) continue;
    const answer = await answerAbout(store, runId);
    if (answer === 'something-else') continue;
    const amounts = found.map(
      ({ batch, wallet, blob }) => [batch === FEE_BATCH ? FEE_BATCH : wallet!, amountOf(blob)] as const,
    );
    const ledgers = found.map(({ ledgerIndex }) => ledgerIndex);
    const { [FEE_BATCH]: fee = null, ...paid } = Object.fromEntries(amounts);
    lost.push({
      runId,
      propertyId: of,
      dueDate,
      paid: new Map(Object.entries(paid)),
      fee,
      ledgerIndex: Math.min(...ledgers),
      holders: await holdersOfRecord(store, of, await store.head()),
      isReady: await isCompared(store, Math.max(...ledgers)),
      isConfirmed: answer === 'collected',
    });
  }
  return lost;
}

const amountOf = (blob: string): Micro => parseRlusd((decode(blob) as { Amount: { value: string } }).Amount.value);

/** Those of a property that its loan waits for: nobody has said what they were, and the log does not fit them. */
export const unclearCollections = async (store: EventStore, propertyId: number): Promise<LostCollection[]> =>
  (await lostCollections(store, propertyId)).filter(({ isConfirmed }) => !isConfirmed);

/** What a landlord is told meanwhile. */
export const COLLECTION_UNCLEAR =
  'The platform is checking what it has collected for this property already. No money moved. Try again later.';

/**
 * The fee, in basis points, by which the register gives each payment of a collection of this amount; null if none
 * does, or different ones do.
 */
export function feeBpsOf({ paid, fee, holders }: LostCollection, amount: Micro): bigint | null {
  const tokens = [...holders.values()].reduce((sum, one) => sum + BigInt(one), 0n);
  const [[first, value] = ['', 0n]] = paid;
  const fits = (charged: Micro): boolean => {
    // Dividing is costly: a share is less than one micro-unit from its exact part.
    const off = value * tokens - (amount - charged) * BigInt(holders.get(first) ?? 0);
    if ((fee !== null && fee !== charged) || off >= tokens || -off >= tokens) return false;
    const shares = new Map(divide(amount - charged, holders).map((share) => [share.wallet, share.amount]));
    return [...paid].every(([wallet, one]) => shares.get(wallet) === one);
  };
  const max = BigInt(LOAN.automation.maxPlatformFee * 10_000);
  const fitting = new Map<Micro, bigint>();
  for (let bps = 0n; bps <= max; bps++) {
    const charged = feeOf(amount, bps);
    // Of fees that are rounded to the same cent, autopay's is as good as any.
    if (fitting.has(charged) ? bps === FEES_BPS.autopay : fits(charged)) fitting.set(charged, bps);
  }
  return fitting.size === 1 ? [...fitting.values()][0]! : null;
}

/** The case of a collection that is not recorded again. */
export function unrecordedCase(lost: LostCollection): OpenCase {
  const paid = [...lost.paid.values()].reduce((sum, one) => sum + one, 0n);
  return {
    kind: lost.isConfirmed ? 'collection-short' : 'lost-collection',
    subject: lost.runId,
    propertyId: lost.propertyId,
    summary:
      `The payout escrow has paid ${formatRlusd(paid)} RLUSD to holders for the installment due on ${lost.dueDate}, ` +
      (lost.isConfirmed
        ? 'and the deposit does not cover it, or no such installment is due. While it is due, the loan waits.'
        : 'which the restored event log does not contain. It fits no installment that is due, or its deposit is missing.'),
    details: {
      amount: toDecimal(paid),
      payments: lost.paid.size,
      fee: lost.fee === null ? null : toDecimal(lost.fee),
      collectedFrom: moveToBusinessDay(lost.dueDate),
      ledgerIndex: lost.ledgerIndex,
    },
  };
}
