import type { PlatformAccountName, PlatformAccountEvent } from '@tknest/contracts/events';
import type { GatePorts } from '#platform/ledger/accounts/account-gate.js';
import { settleUnknown, type UnknownUse } from '#platform/ledger/accounts/account.decider.js';
import type { AccountState } from '#platform/ledger/accounts/account.state.js';

/** Deliberate faults of signing gates; without any option they are correct. */
export interface GateVariant {
  /** How they treat the ledger that a node reports. */
  sees?(ports: GatePorts): GatePorts;
  /** What they record about a transaction that the log did not know. */
  settles?(name: PlatformAccountName, use: UnknownUse, state: AccountState): PlatformAccountEvent[];
}

export const RIGHT_GATES: GateVariant = {};

/** An old ledger is treated as the account's current state. */
export const BELIEVING_GATES: GateVariant = { sees: (ports) => ({ ...ports, hasClosedSince: () => true }) };

/** Transactions found are adopted, as the program's own gatekeeper does. */
export const adopt = (name: PlatformAccountName, use: UnknownUse, state: AccountState): PlatformAccountEvent[] =>
  settleUnknown(name, use, 'adopted', state);
