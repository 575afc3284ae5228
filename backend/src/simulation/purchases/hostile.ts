/** Acts of people and officers that could keep a sale from ending: wallet settings, trust lines, suspensions, time. */
import { addDays } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { loadListing } from '#features/listings/rules.public.js';
import { findPayment } from '#features/payments/collecting/commit.js';
import { ACCOUNT_FLAG } from '#platform/ledger/ledger-port.js';
import { Broken } from '../broken.js';
import type { SimLedger } from '../sim-ledger.js';
import { setLine, type SimLine } from '../sim-settings.js';
import { oneOf, type Occasion } from '../story.js';
import { closeSale } from './people.js';
import type { PurchasePlatform } from './purchase-instance.js';
import { DELIVERY_DAYS, type PurchaseWorld } from './purchase-world.js';

const SUSPENDED = { code: 'wallet-suspended', message: 'Suspended' };
const LAPSED = { code: 'verification-lapsed', message: 'Lapsed' };
/** Rounds of settling between two days. */
const ROUNDS_A_DAY = 4;

interface Target {
  platform: PurchasePlatform;
  world: PurchaseWorld;
  buyer: string;
}

const setting =
  (flag: keyof typeof ACCOUNT_FLAG) =>
  ({ world, buyer }: Target): void => {
    const account = world.ledger.accounts.get(buyer);
    if (account) account.flags = (account.flags ?? 0) | ACCOUNT_FLAG[flag];
  };

const onLine =
  (change: (line: SimLine, ledger: SimLedger, name: string) => void) =>
  ({ world: { ledger }, buyer }: Target): void => {
    const name = `${buyer}/${CURRENCY.token}`;
    const line = ledger.lines.get(name);
    if (line) change(line, ledger, name);
  };

/** Most acts are undone later. */
const act = oneOf<Target>([
  { chance: 0.4, act: ({ world }) => restore(world, world.random.pick([...world.people.keys()])) },
  { chance: 0.1, act: setting('depositAuth') },
  { chance: 0.08, act: setting('requireDestTag') },
  { chance: 0.02, act: setting('globalFreeze') },
  { chance: 0.1, act: onLine((_, ledger, name) => setLine(ledger, name, '0')) },
  { chance: 0.05, act: onLine((line) => void (line.qualityIn = 900_000_000)) },
  { chance: 0.03, act: onLine((line) => void (line.frozen = true)) },
  { chance: 0.003, act: deleteAccount },
  {
    chance: 0.067,
    act: ({ world, buyer }) => void world.objections.set(buyer, world.random.pick([SUSPENDED, LAPSED])),
  },
  { chance: 0.03, act: ({ world }) => void (world.today = addDays(world.today, 1 + world.random.below(3))) },
  {
    chance: 0.001,
    // Not with signing gates: an ended sale cannot register tokens that were issued in a period that the log has lost.
    act: ({ world, platform }) => (world.variant.gates ? undefined : closeSale(platform)),
  },
  { chance: 0.119, act: () => undefined },
]);

/** Mostly against a wallet that has just paid, so that a check that passed earlier fails now. */
export const hostileAct: Occasion<PurchasePlatform> = {
  when: ({ world }) => world.variant.hostile === true,
  chance: 0.3,
  async act(platform) {
    const { world } = platform;
    const { random } = world;
    const paid = await settlingBuyers(world);
    const buyer = random.pick(paid.length > 0 && random.chance(0.7) ? paid : [...world.people.keys()]);
    await act(random).act({ platform, world, buyer });
  },
};

async function settlingBuyers(world: PurchaseWorld): Promise<string[]> {
  const latest = await Promise.all(world.payments.slice(-6).map((id) => findPayment(world, id)));
  return latest.flatMap(({ state }) => (state.phase === 'settling' ? [state.payer] : []));
}

/** Restores a wallet: it accepts everything, and nothing objects to it. */
function restore({ ledger, objections }: PurchaseWorld, buyer: string): void {
  const account = ledger.accounts.get(buyer);
  const line = ledger.lines.get(`${buyer}/${CURRENCY.token}`);
  if (account) account.flags = 0;
  if (line) Object.assign(line, { frozen: false, qualityIn: 1_000_000_000, limit: '1000000000' });
  objections.delete(buyer);
}

/** AccountDelete: an account that owes nothing and holds nothing. */
function deleteAccount({ world: { ledger }, buyer }: Target): void {
  if (ledger.balance(buyer, CURRENCY.token) > 0n) return;
  ledger.accounts.delete(buyer);
  for (const currency of Object.values(CURRENCY)) ledger.lines.delete(`${buyer}/${currency}`);
}

/** While the world settles, wallet settings stay as they are and days pass. */
export function hostileRound(world: PurchaseWorld, round: number): void {
  if (round % ROUNDS_A_DAY === 0) world.today = addDays(world.today, 1);
}

/** Whether the wallet can and may receive RLUSD, so that what it is owed back can be sent. */
export function canBePaid(world: PurchaseWorld, wallet: string): boolean {
  const { flags = 0 } = world.ledger.accounts.get(wallet) ?? { flags: ~0 };
  if (world.paidTo(wallet, 'line') !== 'wallet') return false;
  return (flags & (ACCOUNT_FLAG.depositAuth | ACCOUNT_FLAG.requireDestTag | ACCOUNT_FLAG.globalFreeze)) === 0;
}

/** Refused issuances and authorizations of a purchase: each costs one of the issuer's tickets. */
export function checkAttempts(world: PurchaseWorld): void {
  const spent = new Map<string, number>();
  for (const { hash, result } of world.ledger.applied.values()) {
    const { paymentId, leg } = world.hashes.get(hash) ?? {};
    if (leg !== 'authorise' && !(leg === 'issuance' && result !== 'tesSUCCESS')) continue;
    const of = `${leg} of ${paymentId}`;
    spent.set(of, (spent.get(of) ?? 0) + 1);
    if (spent.get(of)! > ATTEMPTS_MAX) throw new Broken('a purchase costs three attempts of a kind at most', of);
  }
}
const ATTEMPTS_MAX = 3;

/** Checks that a sale can be closed: its purchases have ended, and the loan can begin. */
export async function checkClosed(platform: PurchasePlatform): Promise<void> {
  const { world } = platform;
  const { status } = await loadListing(world.store, world.propertyId);
  if (status !== 'closed') await closeSale(platform);
  const closed = await loadListing(world.store, world.propertyId);
  if (closed.status !== 'closed')
    throw new Broken(
      'every sale can be closed',
      `${closed.reserved.size} purchases are awaited after ${DELIVERY_DAYS} days`,
    );
}
