/** What payees, third parties and RLUSD's issuer do that affects payments of the escrow. */
import { CURRENCY } from '@tknest/contracts/rules';
import type { Micro } from '@tknest/contracts/money';
import { batchFold } from '#features/payouts/runs/batch.state.js';
import { load } from '#platform/event-store/folding.js';
import { oneOf } from '../story.js';
import { RLUSD_ISSUER } from '../world.js';
import { someAmount } from './landlords.js';
import type { Condition } from './money-ledger.js';
import { ADMIN, HOLDERS, OWNERS } from './payout-cast.js';
import type { PayoutPlatform } from './payout-instance.js';
import { ESCROW_ADDRESS, type PayoutWorld } from './payout-world.js';

interface Payee {
  world: PayoutWorld;
  wallet: string;
}

const lineOf = (wallet: string) => `${wallet}/${CURRENCY.rlusd}`;
const made =
  (condition: Condition) =>
  ({ world, wallet }: Payee) =>
    void world.ledger.conditions.set(wallet, condition);

/** A payee's wallet gets into a state that blocks payments, or leaves it. */
const fate = oneOf<Payee>([
  { chance: 0.32, act: ({ world, wallet }) => heal(world, wallet) },
  { chance: 0.05, act: made({ holderFrozen: true }) },
  { chance: 0.03, act: made({ holderGlobalFreeze: true }) },
  { chance: 0.02, act: made({ qualityIn: 900_000_000 }) },
  { chance: 0.08, act: ({ world, wallet }) => void world.ledger.lines.delete(lineOf(wallet)) },
  { chance: 0.12, act: made({ deepFrozen: true }) },
  { chance: 0.06, act: made({ frozen: true }) },
  { chance: 0.06, act: (payee) => made({ limit: payee.world.ledger.balance(payee.wallet, CURRENCY.rlusd) })(payee) },
  { chance: 0.05, act: made({ depositAuth: true }) },
  { chance: 0.05, act: made({ requireTag: true }) },
  { chance: 0.04, act: ({ world, wallet }) => void world.ledger.accounts.delete(wallet) },
  { chance: 0.12, act: ({ world, wallet }) => world.suspend(wallet) },
]);

export function befall({ world }: PayoutPlatform): void | Promise<void> {
  const wallet = world.random.pick(world.holders);
  return fate(world.random).act({ world, wallet });
}

/** The compliance desk suspends somebody whom a run has yet to pay. */
export async function suspendPayee({ world }: PayoutPlatform): Promise<void> {
  const { ordered, random, store } = world;
  if (ordered.length === 0) return;
  const { lines } = (await load(store, batchFold(random.pick(ordered.slice(-4)).runId, '0'))).state;
  const waiting = [...lines.values()].filter(({ state }) => state === 'waiting');
  if (waiting.length > 0) world.suspend(random.pick(waiting).wallet);
}

export function heal({ ledger, blocked }: PayoutWorld, wallet: string): void {
  blocked.delete(wallet);
  ledger.conditions.delete(wallet);
  ledger.lines.set(lineOf(wallet), { authorized: true, frozen: false });
  if (!ledger.accounts.has(wallet)) ledger.accounts.set(wallet, { sequence: 1, xrp: 100_000_000n });
}

const hex = (text: string) => Buffer.from(text, 'utf8').toString('hex').toUpperCase();
const memo = (type: string, data = '') => ({ Memos: [{ Memo: { MemoType: hex(type), MemoData: hex(data) } }] });
const FLOAT = memo('tknest/float/1');

/** Money arrives that no payment of the platform announced. */
export function foreignArrival({ world }: PayoutPlatform): void {
  const [from, fields] = world.random.pick<[string, Record<string, unknown>]>([
    [OWNERS[0], memo('tknest/deposit/1', '1')],
    [OWNERS[0], memo('tknest/deposit/1', '2')],
    [OWNERS[1], {}],
    [HOLDERS[0]!, { DestinationTag: 1 }],
    [HOLDERS[1]!, {}],
    [ADMIN.classicAddress, FLOAT],
    [HOLDERS[2]!, FLOAT],
  ]);
  world.ledger.move(from, ESCROW_ADDRESS, someAmount(world), fields);
}

/** The issuer claws back a tenth of the escrow's balance; once the faults have ended, `makeGood` replaces it. */
export function clawBack({ world: { ledger } }: PayoutPlatform): void {
  const held = ledger.balance(ESCROW_ADDRESS, CURRENCY.rlusd);
  if (held > 10n) ledger.move(RLUSD_ISSUER, ESCROW_ADDRESS, held / 10n, { TransactionType: 'Clawback' });
}

/** An admin pays the amount that the issuer clawed back into the float. */
export function makeGood({ ledger }: PayoutWorld): void {
  let taken: Micro = 0n;
  for (const { transaction, hash } of ledger.applied.values())
    if (transaction.TransactionType === 'Clawback') taken += ledger.takenBy(hash);
  if (taken > 0n) ledger.move(ADMIN.classicAddress, ESCROW_ADDRESS, taken, FLOAT);
}
