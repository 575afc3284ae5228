import type { ScreeningEvent } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import type { PersonScreeningState } from '#features/screening/rules.public.js';
import { LINKED } from './compliance-case.decider.js';

export interface RelateWallets {
  wallet: string;
  other: string;
  by: string;
  /** Vault item with the reason. */
  item: string;
  /** Whether one of the two belongs to the officer. */
  own: boolean;
}

/** An officer records that two wallets belong to one person (rule 6). @throws Refused */
export function linkWallets(command: RelateWallets & { ends: string | null }, state: PersonScreeningState) {
  const { wallet, other, by, item, ends } = command;
  mustBeAllowed(command);
  if (ends !== null && ends !== wallet && ends !== other)
    throw new Refused('invalid', 'The lost wallet must be one of the two', {
      errors: { ends: ['One of the two wallets'] },
    });
  if (state.linked.has(other)) throw new Refused('conflict', 'These wallets are already linked');
  return [{ type: 'WalletsLinked', data: { wallet, other, by, item, ends } }] satisfies ScreeningEvent[];
}

/**
 * An officer records that two wallets belong to different people: a link is removed, and a shared number no longer
 * counts. Hits of either wallet stay until their case is decided.
 * @throws Refused
 */
export function setWalletsApart(command: RelateWallets & { sameNumber: boolean }, state: PersonScreeningState) {
  const { wallet, other, by, item } = command;
  mustBeAllowed(command);
  if (state.apart.has(other) || !(state.linked.has(other) || command.sameNumber))
    throw new Refused('conflict', 'These wallets are not linked');
  return [{ type: 'WalletsSetApart', data: { wallet, other, by, item } }] satisfies ScreeningEvent[];
}

function mustBeAllowed({ wallet, other, own }: RelateWallets): void {
  if (wallet === other)
    throw new Refused('invalid', 'A wallet can’t be linked with itself', { errors: { wallet: ['Another wallet'] } });
  if (own) throw new Refused('forbidden', LINKED);
}
