/** XRP of strangers that reaches the platform's accounts, and goes back. */
import { caseIdOf, opening } from '#features/operations-cases/rules.public.js';
import { returnFold, returnIdOf } from '#features/xrp-returns/xrp-return.decider.js';
import { load } from '#platform/event-store/folding.js';
import { subjectNamedBy } from '#platform/ledger/accounts/settled-before.js';
import { Broken } from '../broken.js';
import { SIGNERS } from './payout-cast.js';
import type { PayoutPlatform } from './payout-instance.js';
import type { PayoutWorld } from './payout-world.js';

/** Restored logs are played without the fee wallet. */
export function xrpArrives({ world }: PayoutPlatform): void {
  const { random, ledger, variant } = world;
  const account = random.pick(variant.gates ? (['payoutEscrow'] as const) : (['payoutEscrow', 'feeWallet'] as const));
  const wallet = random.pick(world.holders);
  const tag = random.chance(0.5) ? random.below(1_000) : null;
  const drops = String(10_000_000 + random.below(20_000_000));
  const hash = ledger.moveXrp(wallet, SIGNERS[account].classicAddress, drops, tag);
  world.strangers.set(hash, { account, ledgerIndex: ledger.index, wallet, tag, drops });
}

/** Two people say of some XRP that it goes back. */
export async function sendXrpBack(platform: PayoutPlatform): Promise<void> {
  const { random, strangers } = platform.world;
  if (strangers.size > 0) await answer(platform, random.pick([...strangers.keys()]));
}

export function suspendSender({ world }: PayoutPlatform): void {
  const [last] = [...world.strangers.values()].slice(-1);
  if (last) world.suspend(last.wallet);
}

/** As long as XRP is not back, it is answered about again: that may have been lost with the log. */
export async function sendAllXrpBack(platform: PayoutPlatform): Promise<void> {
  for (const hash of platform.world.strangers.keys()) {
    await answer(platform, hash);
    await platform.drain();
  }
}

/** After a refusal, the return itself opens another case. */
async function answer(platform: PayoutPlatform, hash: string): Promise<void> {
  const { world } = platform;
  const { account, ledgerIndex } = world.strangers.get(hash)!;
  const { phase, steps } = (await load(world.store, returnFold(returnIdOf(account, hash)))).state;
  const subject = phase === 'refused' ? `${hash}~${steps.pay!.attempt + 1}` : hash;
  const about = { kind: 'xrp-arrived', subject } as const;
  if (phase === 'none')
    for (const { stream, events } of await opening(world.store, {
      ...about,
      summary: '',
      details: { account, ledgerIndex },
    }))
      await world.append(stream, events);
  platform.attempt((instance) => instance.answerXrp(caseIdOf(about)));
}

/** What goes back is what arrived, once, to its sender. */
export function checkStrangers({ ledger, strangers }: PayoutWorld): void {
  const back = new Set<string>();
  for (const { result, transaction: tx } of ledger.applied.values()) {
    const subject = subjectNamedBy(tx);
    if (result !== 'tesSUCCESS' || !subject?.startsWith('xrp-return/')) continue;
    if (back.has(subject)) throw new Broken('XRP goes back at most once', subject);
    back.add(subject);
    const { wallet, tag, drops } = strangers.get(subject.split('~')[1]!)!;
    if (tx.Destination !== wallet || (tx.DestinationTag ?? null) !== tag || tx.Amount !== drops)
      throw new Broken('all XRP that arrived goes back to its sender', `${subject}: ${tx.Amount} of ${drops} drops`);
  }
}

/** Returns that have not concluded. */
export async function xrpNotBack({ store, strangers }: PayoutWorld): Promise<string[]> {
  const ids = [...strangers].map(([hash, { account }]) => returnIdOf(account, hash));
  const states = await Promise.all(ids.map((id) => load(store, returnFold(id))));
  return ids.filter((_, at) => states[at]!.state.phase !== 'returned');
}

export async function mustAllBeBack(world: PayoutWorld): Promise<void> {
  const [open] = await xrpNotBack(world);
  if (open) throw new Broken('XRP that two people send back gets there', open);
}
