import type { PlatformAccountName, PlatformAccountEvent } from '@tknest/contracts/events';
import type { GatePorts } from '#platform/ledger/accounts/account-gate.js';
import { settleUnknown, type UnknownUse } from '#platform/ledger/accounts/account.decider.js';
import type { AccountState } from '#platform/ledger/accounts/account.state.js';

/** How gates are wrong on purpose; in nothing where all is left out. */
export interface GateVariant {
  /** What they make of what they are shown. */
  sees?(ports: GatePorts): GatePorts;
  /** What they record of a transaction that the log did not know. */
  settles?(name: PlatformAccountName, use: UnknownUse, state: AccountState): PlatformAccountEvent[];
}

export const RIGHT_GATES: GateVariant = {};

/** An old ledger is taken for the account's current state. */
export const BELIEVING_GATES: GateVariant = { sees: (ports) => ({ ...ports, hasClosedSince: () => true }) };

/** What is found is taken over, as the program's own keeper does. */
export const adopt = (name: PlatformAccountName, use: UnknownUse, state: AccountState): PlatformAccountEvent[] =>
  settleUnknown(name, use, 'adopted', state);
