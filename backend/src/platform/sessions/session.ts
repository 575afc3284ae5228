import type { UserRole } from '@tknest/contracts/api';

/** Who is asking. */
export interface Session {
  id: string;
  wallet: string;
  role: UserRole;
  csrfToken: string;
  openedAt: Date;
  /** True if the caller showed the cookie, so that the anti-forgery header is needed. */
  fromCookie: boolean;
}

/** Whose session it is, for another process: it learns nothing by which it could be used. */
export const withoutSecrets = ({ id, wallet, role }: Session): Session => ({
  id,
  wallet,
  role,
  csrfToken: '',
  openedAt: new Date(0),
  fromCookie: false,
});

const OFFICE: ReadonlySet<string> = new Set(['admin', 'auditor', 'compliance']);
/** Those who see what is everybody's: they work for the platform, or look after it. */
export const isOffice = (session: Session | null) => session !== null && OFFICE.has(session.role);
