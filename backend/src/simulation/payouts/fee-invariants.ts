/** What must hold for the fee wallet: the story's own sums, beside the program's books. */
import { exactOf, exactText, parseRlusd, type Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { feesFold } from '#features/payouts/escrow/escrow.decider.js';
import { withdrawable } from '#features/payouts/escrow/fees.decider.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { Applied } from '../sim-ledger.js';
import { Broken } from '../broken.js';
import { ESCROW_ADDRESS, FEE_ADDRESS, type PayoutWorld } from './payout-world.js';

/** Payments of a platform account that a run journaled. */
export const paidFrom = ({ ledger }: PayoutWorld, from: string): { run: string; payment: Applied }[] =>
  [...ledger.applied.values()]
    .filter(
      ({ result, transaction: tx }) => result === 'tesSUCCESS' && tx.Account === from && typeof tx.Amount === 'object',
    )
    .map((payment) => {
      const data = Buffer.from(payment.transaction.Memos[0].Memo.MemoData, 'hex').toString('utf8');
      return { run: (JSON.parse(data) as { run: string }).run, payment };
    });

const sum = (amounts: readonly Micro[]): Micro => amounts.reduce((total, one) => total + one, 0n);
const amountOf = ({ payment: { transaction } }: { payment: Applied }) => parseRlusd(transaction.Amount.value as string);

/** What the platform may keep for good, less what it has withdrawn. */
function kept(world: PayoutWorld): Micro {
  const ofPayments = [...world.fees.values()].filter(({ isKept }) => isKept).map(({ amount }) => amount);
  const ofRuns = paidFrom(world, ESCROW_ADDRESS)
    .filter(({ payment }) => payment.transaction.Destination === FEE_ADDRESS)
    .map(amountOf);
  const withdrawn = paidFrom(world, FEE_ADDRESS).filter(({ run }) => world.withdrawals.has(run));
  return sum(ofPayments) + sum(ofRuns) + world.kept - sum(withdrawn.map(amountOf));
}

/** After every step. */
export async function checkRevenue(world: PayoutWorld, events: readonly RecordedEvent[]): Promise<void> {
  const { state: books } = await load(world.store, feesFold);
  const total = [...books.balances.values()].reduce((all, one) => all + one, 0n);
  if (total !== 0n) throw new Broken('accounts sum to zero', `fee wallet: ${exactText(total)}`);
  const [free, most] = [withdrawable(books).withdrawable, kept(world)];
  if (free > most)
    throw new Broken('only what cannot be owed back can be withdrawn', `${free} of at most ${most} micro-RLUSD`);
  for (const { run, payment } of paidFrom(world, FEE_ADDRESS)) {
    const ordered = world.withdrawals.get(run);
    if (ordered && (payment.transaction.DestinationTag ?? null) !== ordered.tag)
      throw new Broken('revenue goes where two people signed', `${run}: tag ${payment.transaction.DestinationTag}`);
  }
  for (const { type, data, at } of events) {
    const ordered = type === 'PayoutWindowSigned' ? world.withdrawals.get(data.runId) : undefined;
    if (ordered && new Date(at) < ordered.notBefore)
      throw new Broken('revenue is withdrawn only after its waiting time', `${data.runId} at ${at}`);
  }
}

/** Once nothing is in progress any more. */
export async function checkFeesAtRest(world: PayoutWorld): Promise<void> {
  const { state: books } = await load(world.store, feesFold);
  const of = withdrawable(books);
  const onLedger = world.ledger.balance(FEE_ADDRESS, CURRENCY.rlusd);
  if (of.booked !== onLedger)
    throw new Broken('the books equal the ledger', `fee wallet: ${of.booked}, the ledger says ${onLedger}`);
  if (of.underWay > 0n) throw new Broken('no run is stuck', `of the fee wallet: ${[...books.balances.keys()]}`);
  if (of.mayBeOwedBack > 0n) throw new Broken('every fee is kept or sent back', exactText(exactOf(of.mayBeOwedBack)));
  if (of.withdrawable !== kept(world))
    throw new Broken('what is kept can be withdrawn', `${of.withdrawable} of ${kept(world)} micro-RLUSD`);
}
