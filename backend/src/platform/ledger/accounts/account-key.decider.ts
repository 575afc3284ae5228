/** Decisions about the key that signs for an account. */
import type { PlatformAccountName, PlatformAccountEvent } from '@tknest/contracts/events';
import { Refused } from '../../domain/refused.js';
import { isChangingKey, type AccountState, type OwnKey } from './account.state.js';

type Changed = Extract<PlatformAccountEvent, { type: 'PlatformKeyChanged' }>;

const changed = (name: PlatformAccountName, step: Changed['data']['step'], key: OwnKey, ledgerIndex: number | null) =>
  [
    { type: 'PlatformKeyChanged', data: { name, step, address: key.address, seedItem: key.seedItem, ledgerIndex } },
  ] satisfies Changed[];

/**
 * Records a new key in the vault, which must be backed up before anything depends on it. If one is already waiting for
 * that, it is kept.
 * @throws Refused while a change is in progress
 */
export function makeKey(name: PlatformAccountName, key: OwnKey, state: AccountState): PlatformAccountEvent[] {
  if (!state.address) throw new Refused('conflict', `The account ${name} has not been created yet`);
  if (isChangingKey(state)) throw new Refused('conflict', `The key of ${name} is being changed already`);
  // A key that may be in a backup already is not replaced.
  return state.keyChange ? [] : changed(name, 'made', key, null);
}

/** From now on only the key change is signed. @throws Refused if there is no new key */
export function beginKeyChange(
  name: PlatformAccountName,
  ledgerIndex: number,
  state: AccountState,
): PlatformAccountEvent[] {
  if (isChangingKey(state)) return [];
  if (!state.keyChange) throw new Refused('conflict', `There is no new key for ${name} yet`);
  return changed(name, 'begun', state.keyChange, ledgerIndex);
}

/** The ledger has the new key, which signs from now on. */
export const noteKeySet = (name: PlatformAccountName, state: AccountState): PlatformAccountEvent[] =>
  state.keyChange?.step === 'begun' ? changed(name, 'set', state.keyChange, null) : [];

/** The ledger has disabled the master key; signing resumes. */
export const noteKeyDone = (name: PlatformAccountName, state: AccountState): PlatformAccountEvent[] =>
  state.keyChange?.step === 'set' ? changed(name, 'done', state.keyChange, null) : [];
