/** Acts of people and officers that could keep a sale from ending: wallet settings, trust lines, suspensions, time. */
import { addDays } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { loadListing } from '#features/listings/rules.public.js';
import { loadPayment } from '#features/payments/collecting/commit.js';
import { ACCOUNT_FLAG } from '#platform/ledger/ledger-port.js';
import { Broken } from '../broken.js';
import type { Processes } from './people.js';
import { setLine } from '../sim-settings.js';
import { DELIVERY_DAYS, type World } from './purchase-world.js';

const SUSPENDED = { code: 'wallet-suspended', message: 'Suspended' };
const LAPSED = { code: 'verification-lapsed', message: 'Lapsed' };
/** Rounds of settling between two days. */
const ROUNDS_A_DAY = 4;

/**
 * A hostile act, mostly against a wallet that has just paid, so that a check that passed earlier fails now. Most acts
 * are undone later.
 */
export async function hostileAct(world: World, processes: Processes): Promise<void> {
  const { random, ledger } = world;
  if (!random.chance(0.3)) return;
  const paid = await settlingBuyers(world);
  const buyer = random.pick(paid.length > 0 && random.chance(0.7) ? paid : [...world.people.keys()]);
  const line = ledger.lines.get(`${buyer}/${CURRENCY.token}`);
  const roll = random.next();
  const set = (flag: keyof typeof ACCOUNT_FLAG) => {
    const account = ledger.accounts.get(buyer);
    if (account) account.flags = (account.flags ?? 0) | ACCOUNT_FLAG[flag];
  };
  if (roll < 0.4) return restore(world, random.pick([...world.people.keys()]));
  if (roll < 0.5) return set('depositAuth');
  if (roll < 0.58) return set('requireDestTag');
  if (roll < 0.6) return set('globalFreeze');
  if (roll < 0.7) return void (line && setLine(ledger, `${buyer}/${CURRENCY.token}`, '0'));
  if (roll < 0.75) return void (line && (line.qualityIn = 900_000_000));
  if (roll < 0.78) return void (line && (line.frozen = true));
  if (roll < 0.783) return deleteAccount(world, buyer);
  if (roll < 0.85) return void world.objections.set(buyer, random.pick([SUSPENDED, LAPSED]));
  if (roll < 0.88) return void (world.today = addDays(world.today, 1 + random.below(3)));
  // Not with gates: an ended sale cannot register tokens that were issued in a period that the log has lost.
  if (roll < 0.881 && !world.variant.gates) await processes.closeSale();
}

async function settlingBuyers(world: World): Promise<string[]> {
  const latest = await Promise.all(world.payments.slice(-6).map((id) => loadPayment(world, id)));
  return latest.filter(({ state }) => state.phase === 'settling').map(({ state }) => state.payer);
}

/** Restores a wallet: it accepts everything, and nothing objects to it. */
function restore({ ledger, objections }: World, buyer: string): void {
  const account = ledger.accounts.get(buyer);
  const line = ledger.lines.get(`${buyer}/${CURRENCY.token}`);
  if (account) account.flags = 0;
  if (line) Object.assign(line, { frozen: false, qualityIn: 1_000_000_000, limit: '1000000000' });
  objections.delete(buyer);
}

/** AccountDelete: an account that owes nothing and holds nothing. */
function deleteAccount({ ledger }: World, buyer: string): void {
  if (ledger.balance(buyer, CURRENCY.token) > 0n) return;
  ledger.accounts.delete(buyer);
  for (const currency of Object.values(CURRENCY)) ledger.lines.delete(`${buyer}/${currency}`);
}

/** While the world settles, wallet settings stay as they are and days pass. */
export function hostileRound(world: World, round: number): void {
  if (round % ROUNDS_A_DAY === 0) world.today = addDays(world.today, 1);
}

/** Whether the wallet can receive RLUSD, so that what it is owed back can be sent. */
export function canBePaid({ ledger }: World, wallet: string): boolean {
  const { flags = 0 } = ledger.accounts.get(wallet) ?? { flags: ~0 };
  return (flags & (ACCOUNT_FLAG.depositAuth | ACCOUNT_FLAG.requireDestTag | ACCOUNT_FLAG.globalFreeze)) === 0;
}

/** Refused issuances and authorizations of a purchase: each costs one of the issuer's tickets. */
export function checkAttempts(world: World): void {
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
export async function checkClosed(world: World, processes: Processes): Promise<void> {
  const { status } = await loadListing(world.store, world.propertyId);
  if (status !== 'closed') await processes.closeSale();
  const closed = await loadListing(world.store, world.propertyId);
  if (closed.status !== 'closed')
    throw new Broken(
      'every sale can be closed',
      `${closed.reserved.size} purchases are awaited after ${DELIVERY_DAYS} days`,
    );
}
