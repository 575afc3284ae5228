import type { UserRole } from '@tknest/contracts/api';

/** The two roles that people choose themselves (D1 §6). */
export type Role = 'landlord' | 'investor';

/** Admins and auditors read everything; an auditor changes nothing. */
export const readsEverything = (role: UserRole | null | undefined): role is 'admin' | 'auditor' =>
  role === 'admin' || role === 'auditor';
