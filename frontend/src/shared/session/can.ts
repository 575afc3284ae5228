import type { UserRole } from '@tknest/contracts/api';
import type { Who } from './api';

/** The roles of sessions, including the compliance officer's. */
export type Role = UserRole | 'compliance';
export type Action =
  | 'purchase'
  | 'pay'
  | 'list-property'
  | 'read-office'
  | 'read-record'
  | 'read-cases'
  | 'decide-case'
  | 'erase-person'
  | 'reconcile'
  | 'rebuild'
  | 'run-payouts'
  | 'control'
  | 'manage-tokens'
  | 'screen-name';

/** What is shown to which role. The server decides what is allowed; this only decides what is shown. */
const MAY: Record<Role, ReadonlySet<Action>> = {
  investor: new Set<Action>(['purchase', 'pay']),
  landlord: new Set<Action>(['pay', 'list-property']),
  admin: new Set<Action>([
    'purchase',
    'pay',
    'list-property',
    'read-office',
    'read-record',
    'read-cases',
    'decide-case',
    'erase-person',
    'reconcile',
    'rebuild',
    'run-payouts',
    'control',
    'manage-tokens',
    'screen-name',
  ]),
  auditor: new Set<Action>(['read-office', 'read-record', 'read-cases']),
  compliance: new Set<Action>(['read-cases', 'decide-case', 'screen-name']),
};

/** Whether an action is shown to a role; without a session, none is. */
export const can = (role: Role | null | undefined, action: Action): boolean =>
  role ? (MAY[role]?.has(action) ?? false) : false;

/** The owner of a property: by its landlord's wallet, or by the server's answer for the caller. */
export type Owned = { ownerWallet: string } | { own: boolean };

/** Whether the user listed it. */
export const isLandlordOf = (session: Who | undefined, property: Owned): boolean =>
  !!session?.walletAddress && ('own' in property ? property.own : property.ownerWallet === session.walletAddress);
