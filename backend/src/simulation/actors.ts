/** Actors of every story: the ledger, its node, and the platform's own turns. */
import type { PlatformAccountName } from '@tknest/contracts/events';
import type { Platform } from './platform.js';
import type { Occasion } from './story.js';

export const ledgerCloses = ({ world }: Platform): void => world.closeLedgers();

export const openLedgerIsLost = ({ world }: Platform): void => world.ledger.loseOpenLedger();

export const nodeGoesAway = ({ world }: Platform): void => void (world.ledger.away = true);

export const nodeComesBack: Occasion<Platform> = {
  when: ({ world }) => world.ledger.away,
  chance: 0.2,
  act: ({ world }) => void (world.ledger.away = false),
};

/** The process manager continues to read the log. */
export const logIsFollowed = (platform: Platform): void => platform.act((instance) => instance.follow());

/** All due timers fire concurrently. */
export function timersFire(platform: Platform): void {
  const { timers, clock } = platform.world;
  for (const [key, dueAt] of timers) if (dueAt <= clock.now()) platform.act((instance) => instance.fire(key));
}

/** The timers that are due at the start fire one after another. */
export async function timersFireInTurn(platform: Platform): Promise<void> {
  const { timers, clock } = platform.world;
  const due = [...timers].filter(([, dueAt]) => dueAt <= clock.now());
  for (const [key] of due) await platform.finish((instance) => instance.fire(key));
}

export const ticketsAreRefilled =
  (name: PlatformAccountName) =>
  (platform: Platform): void =>
    platform.attempt((instance) => instance.refill(name));

export const ticketsAreSwept = (platform: Platform): void => platform.attempt((instance) => instance.sweep());
