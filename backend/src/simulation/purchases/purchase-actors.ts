/** Who acts in a story of purchases, and how often. */
import {
  ledgerCloses,
  logIsFollowed,
  nodeComesBack,
  nodeGoesAway,
  openLedgerIsLost,
  ticketsAreRefilled,
  ticketsAreSwept,
  timersFire,
} from '../actors.js';
import { oneOf, type Occasion } from '../story.js';
import { cancel, payFee, startPurchase } from './people.js';
import type { PurchasePlatform } from './purchase-instance.js';
import { EXPIRY_MINUTES } from './purchase-world.js';

/** Older ledgers are deleted, as rippled does with `online_delete`. */
export const LEDGERS_KEPT = 256;

export const purchaseActor = oneOf<PurchasePlatform>([
  { chance: 0.08, act: ({ instance, world }) => (instance.mayGoOn ? startPurchase(world) : undefined) },
  { chance: 0.02, act: ({ instance, world }) => (instance.mayGoOn ? payFee(world) : undefined) },
  { chance: 0.01, act: ({ world }) => world.walletApp.sendByHand() },
  { chance: 0.21, act: somePaymentIsWoken },
  { chance: 0.06, act: logIsFollowed },
  { chance: 0.04, act: timersFire },
  { chance: 0.03, act: ticketsAreRefilled('issuer') },
  { chance: 0.01, act: ticketsAreSwept },
  { chance: 0.2, act: ({ world }) => world.walletApp.actOnSomething() },
  { chance: 0.18, act: ledgerCloses },
  { chance: 0.02, act: openLedgerIsLost },
  { chance: 0.015, act: nodeGoesAway },
  { chance: 0.015, act: ({ world }) => void (world.walletApp.away = true) },
  { chance: 0.01, act: ({ world }) => world.walletApp.spendElsewhere() },
  { chance: 0.04, act: ({ world }) => world.walletApp.spendAtFee() },
  { chance: 0.035, act: ({ world }) => world.walletApp.emptyOrFill() },
  { chance: 0.01, act: somethingIsCanceled },
  { chance: 0.015, act: timePasses },
]);

export const outagesEnd: readonly Occasion<PurchasePlatform>[] = [
  nodeComesBack,
  {
    when: ({ world }) => world.walletApp.away,
    chance: 0.2,
    act: ({ world }) => void (world.walletApp.away = false),
  },
];

/** The program is down for longer than the node's history. */
export const nothingRuns: Occasion<PurchasePlatform> = {
  when: ({ world }) => world.variant.node !== undefined,
  chance: 0.015,
  async act(platform) {
    await platform.world.scheduler.killAll();
    platform.restart();
    platform.world.closeLedgers(LEDGERS_KEPT + 50);
  },
};

function somePaymentIsWoken(platform: PurchasePlatform): void {
  const { payments, random } = platform.world;
  if (payments.length > 0) wake(platform, random.pick(payments.slice(-6)));
}

export const wake = (platform: PurchasePlatform, paymentId: string): void =>
  platform.act((instance) => instance.wake(paymentId));

async function somethingIsCanceled(platform: PurchasePlatform): Promise<void> {
  const { payments, random } = platform.world;
  if (payments.length > 0 && platform.instance.mayGoOn) await cancel(platform, random.pick(payments));
}

/** Signing requests and payments expire. */
function timePasses({ world }: PurchasePlatform): void {
  world.now += world.random.below(EXPIRY_MINUTES * 70_000);
  world.closeLedgers(3, 0);
  for (const payload of world.walletApp.payloads.values())
    if (payload.state === 'open' && world.random.chance(0.5)) payload.state = 'expired';
}
