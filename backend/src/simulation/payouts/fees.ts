/** What reaches the fee wallet, and how its revenue is withdrawn. */
import type { PaymentEvent } from '@tknest/contracts/events';
import { microOf, toDecimal, type Micro } from '@tknest/contracts/money';
import { balanceOf, feesFold } from '#features/payouts/escrow/escrow.decider.js';
import { cancelRevenue, withdrawRevenue } from '#features/payouts/escrow/revenue.decider.js';
import { releaseSuspense } from '#features/payouts/escrow/suspense.decider.js';
import { opening } from '#features/operations-cases/rules.public.js';
import { feeTwiceCase } from '#features/payments/rules.public.js';
import { batchFold } from '#features/payouts/runs/batch.state.js';
import { runIdOf } from '#features/payouts/runs/run-sources.js';
import { paymentStream, type Payment } from '#features/payments/payment.state.js';
import { load } from '#platform/event-store/folding.js';
import { OWNERS } from './payout-cast.js';
import type { PayoutPlatform } from './payout-instance.js';
import { FEE_ADDRESS, type PayoutWorld } from './payout-world.js';
import { paymentOf, submitted } from './repayments.js';

/** A day of waiting, in a story of a few minutes. */
const WAIT_MS = 20_000;

const smallAmount = ({ random }: PayoutWorld): Micro => BigInt(1_000_000 + random.below(20_000_000));

/** Somebody buys, and pays the fee: the platform learns of it now or later, and so of what becomes of the purchase. */
export async function payFee({ world }: PayoutPlatform): Promise<void> {
  const { random, ledger } = world;
  const amount = smallAmount(world);
  const id = random.uuid();
  const terms = { kind: 'property_purchase', payer: random.pick(world.holders), payee: OWNERS[0] } as const;
  const payment: Payment = {
    ...paymentOf('deposit', id, 1, OWNERS[0], 100_000_000n),
    ...terms,
    tokens: 1,
    feeWallet: FEE_ADDRESS,
    platformFee: amount,
  };
  // The first signature lapsed, as the platform believes: its node may have been behind.
  const [lapsed, hash] = [ledger.newHash(), ledger.newHash()];
  const voided = { paymentId: id, leg: 'platform', attempt: 1, reason: 'expired', hash: lapsed } as const;
  await world.append(paymentStream(id), [
    ...submitted(payment, null),
    ...signed(id, 'platform', lapsed, 1),
    { type: 'LegVoided', data: { ...voided, lastLedgerSequence: 1 } },
    ...signed(id, 'platform', hash, 2),
  ]);
  const pays = (one: string): void => {
    world.fees.set(one, { amount, isKept: false });
    ledger.move(payment.payer, FEE_ADDRESS, amount, {}, one);
  };
  ledger.move(payment.payer, OWNERS[0], payment.amount, {}, id);
  const boughtAt = ledger.index;
  pays(hash);
  const paidAt = ledger.index;
  world.late.push(async () => {
    await world.append(paymentStream(id), [
      validated(id, 'recipient', 1, id, boughtAt, toDecimal(payment.amount)),
      validated(id, 'platform', 2, hash, paidAt, toDecimal(amount)),
    ]);
    const isTwice = random.chance(0.2);
    if (isTwice) pays(lapsed);
    world.late.push(() => endPurchase(world, payment, hash, isTwice ? lapsed : null));
  });
}

/** The purchase is complete, or its principal is owed back; a fee that the platform may not keep is sent back. */
async function endPurchase(world: PayoutWorld, payment: Payment, fee: string, again: string | null): Promise<void> {
  const { paymentId } = payment;
  const ending = world.random.pick(['completed', 'own-setting', 'owed-back'] as const);
  const delivered = toDecimal(payment.platformFee);
  const twice: PaymentEvent[] = again
    ? [{ type: 'ExtraFeeFound', data: { paymentId, hash: again, ledgerIndex: world.ledger.index, delivered } }]
    : [];
  await world.append(paymentStream(paymentId), [...twice, ...endedAs(payment, ending)]);
  if (ending !== 'owed-back') world.fees.get(fee)!.isKept = true;
  const owed = [...(ending === 'owed-back' ? [fee] : []), ...(again ? [again] : [])];
  if (!world.variant.asksNobody)
    for (const hash of owed) {
      const [asked] = await opening(world.store, feeTwiceCase(payment, hash));
      if (asked) await world.append(asked.stream, asked.events);
    }
  world.late.push(() => sendBack(world, payment, owed));
}

function endedAs({ paymentId, payer, payee, amount }: Payment, ending: string): PaymentEvent[] {
  if (ending === 'completed') return [{ type: 'PaymentCompleted', data: { paymentId } }];
  const [bought, feeKept] = [{ propertyId: 1, propertyName: 'Sample Court', tokens: 1 }, ending === 'own-setting'];
  const reason = feeKept ? ('line-missing' as const) : ('admin' as const);
  const owed = { hash: paymentId, ledgerIndex: 1, by: payee, to: payer, amount: toDecimal(amount), dueOn: null };
  return [
    { type: 'PrincipalOwedBack', data: { paymentId, ...owed, ...bought, reason, feeKept } },
    { type: 'PaymentFailed', data: { paymentId, code: 'owed-back', message: '' } },
  ];
}

/** The payment's own courier sends its fees back, one after another. */
async function sendBack(world: PayoutWorld, payment: Payment, owed: readonly string[], attempt = 1): Promise<void> {
  const [fee, ...more] = owed;
  if (!fee) return;
  const { ledger } = world;
  const { paymentId, payer, platformFee } = payment;
  const hash = ledger.newHash();
  const ordered: PaymentEvent = { type: 'FeeRefundOrdered', data: { paymentId, hash: fee, reason: 'owed back' } };
  await world.append(paymentStream(paymentId), [ordered, ...signed(paymentId, 'fee-refund', hash, attempt)]);
  ledger.spend(FEE_ADDRESS, payer, platformFee, hash);
  const sent = validated(paymentId, 'fee-refund', attempt, hash, ledger.index, toDecimal(platformFee));
  world.late.push(async () => {
    await world.append(paymentStream(paymentId), [sent]);
    await sendBack(world, payment, more, attempt + 1);
  });
}

function signed(paymentId: string, leg: 'platform' | 'fee-refund', hash: string, attempt: number): PaymentEvent[] {
  const at = { paymentId, leg, attempt };
  const place = { sequence: 1, lastLedgerSequence: 1 };
  return [
    { type: 'LegPrepared', data: { ...at, ...place, ledgerIndex: 1, identifier: paymentId, transaction: {} } },
    { type: 'LegSigned', data: { ...at, ...place, hash, ticket: null, blobItem: '' } },
  ];
}

function validated(
  paymentId: string,
  leg: 'recipient' | 'platform' | 'fee-refund',
  attempt: number,
  hash: string,
  ledgerIndex: number,
  delivered: string,
): PaymentEvent {
  const paid = leg === 'recipient' ? { paidOn: '2027-01-01' } : {};
  const data = { paymentId, leg, attempt, hash, ledgerIndex, result: 'tesSUCCESS', delivered, ...paid };
  return { type: 'LegValidated', data } as PaymentEvent;
}

/** RLUSD that is no fee reaches the fee wallet; some of it has the sender's source tag. */
export function strayAtFeeWallet({ world }: PayoutPlatform): void {
  const { random } = world;
  const fields = random.chance(0.5) ? { SourceTag: random.below(1_000) } : {};
  const amount = random.chance(0.3) ? BigInt(1 + random.below(900_000)) : smallAmount(world);
  world.ledger.move(random.pick(world.holders), FEE_ADDRESS, amount, fields);
}

/** The office answers about a stray: it goes back to its sender, or becomes revenue. */
export async function answerStray({ world }: PayoutPlatform): Promise<void> {
  const { random } = world;
  const { state: books } = await load(world.store, feesFold);
  const strays = [...books.balances.keys()].filter((account) => account.startsWith('suspense/'));
  if (strays.length === 0) return;
  const hash = random.pick(strays).slice('suspense/'.length);
  const resolution = random.pick(['refunded', 'kept']);
  const releaseId = random.uuid();
  const runId = runIdOf('fee-return', releaseId);
  const today = await world.workedUntil();
  let amount: Micro = 0n;
  const decide = ({ run, escrow }: any) => {
    amount = microOf(balanceOf(escrow, `suspense/${hash}`));
    const [wallet, tag] = [escrow.senders.get(hash) ?? null, escrow.tags.get(hash)];
    const release = { hash, releaseId, runId, wallet, tag, propertyId: null, resolution, today, amount };
    return releaseSuspense(release, { run, escrow });
  };
  if (!(await world.decide(runId, decide, withdrawalStreams(runId)))) return;
  if (resolution === 'kept') world.kept += amount;
  else world.ofFees.push(runId);
}

const withdrawalStreams = (runId: string) => ({ lines: batchFold(runId, '0'), escrow: feesFold });

/** Two people withdraw revenue, or more than that; one cancels a withdrawal; the settings get another tag. */
export async function withdraw({ world }: PayoutPlatform): Promise<void> {
  const { random, revenue } = world;
  const runId = runIdOf('revenue', random.uuid());
  const notBefore = new Date(world.now + WAIT_MS);
  const amount = smallAmount(world) * BigInt(1 + random.below(3));
  const order = { runId, date: await world.workedUntil(), amount, ...(!world.variant.paysAtOnce && { notBefore }) };
  const payee = { wallet: revenue.address, tag: revenue.tag };
  const decide = (states: any) => withdrawRevenue(order, payee, states);
  if (!(await world.decide(runId, decide, withdrawalStreams(runId)))) return;
  world.ofFees.push(runId);
  world.withdrawals.set(runId, { amount, notBefore, tag: revenue.tag });
}

export async function cancelWithdrawal({ world }: PayoutPlatform): Promise<void> {
  const [runId] = [...world.withdrawals.keys()].slice(-1);
  if (runId) await world.decide(runId, cancelRevenue, withdrawalStreams(runId));
}

export const redirectRevenue = ({ world }: PayoutPlatform): void =>
  void (world.revenue.tag = world.random.pick([null, 1, 2]));

export const feesAreBooked = (platform: PayoutPlatform): void => platform.attempt((instance) => instance.bookFees());
