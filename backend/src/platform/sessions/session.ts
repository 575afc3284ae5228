import type { UserRole } from '@tknest/contracts/api';

/** The caller's session. */
export interface Session {
  id: string;
  wallet: string;
  role: UserRole;
  csrfToken: string;
  openedAt: Date;
  /** True if the caller sent the cookie, so that the anti-forgery header is required. */
  fromCookie: boolean;
}

/** A session's owner, for another process, without anything that would let it use the session. */
export const withoutSecrets = ({ id, wallet, role }: Session): Session => ({
  id,
  wallet,
  role,
  csrfToken: '',
  openedAt: new Date(0),
  fromCookie: false,
});

const OFFICE: ReadonlySet<UserRole> = new Set(['admin', 'auditor', 'compliance']);
/** Roles that may see everybody's data, because they work for the platform or audit it. */
export const isOfficeRole = (role: UserRole) => OFFICE.has(role);
export const isOffice = (session: Session | null) => session !== null && isOfficeRole(session.role);
