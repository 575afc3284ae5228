import type { UserRole } from '@tknest/contracts/api';

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
