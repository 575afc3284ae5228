import type { NoticeTopic } from '@tknest/contracts/api';
import { dayInWords, formatRlusd, moveToBusinessDay, parseRlusd } from '@tknest/contracts/money';
import type { NotificationRow } from '../read-models/notifications/notification.entities.js';

export type ToldRow = Pick<
  NotificationRow,
  'kind' | 'propertyId' | 'propertyName' | 'owner' | 'about' | 'amount' | 'missing' | 'ref' | 'detail'
>;
/** Who reads it: what a link may lead to depends on it. */
export interface Reader {
  wallet: string;
  role: string;
}

/** How one kind of notice reads. */
export interface Words {
  topic: NoticeTopic;
  /** Also listed under Money. */
  money?: true;
  /** What happened, in a few words. */
  title(told: ToldRow): string;
  text(told: ToldRow): string;
  /** A page of the web UI that the reader may open. */
  link(told: ToldRow, reader: Reader): string;
}

export const rlusd = (amount: string | null) => `${formatRlusd(parseRlusd(amount ?? '0'))} RLUSD`;
export const amountOf = ({ amount }: ToldRow) => rlusd(amount);
/** The day on which money of a due date moves. */
export const payDayOf = ({ about }: ToldRow) => dayInWords(moveToBusinessDay(about!));
export const dayOf = ({ about }: ToldRow) => dayInWords(about!);
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const monthOf = ({ about }: ToldRow) => MONTH.format(new Date(`${about!}T00:00:00Z`));
export const tokensOf = ({ detail }: ToldRow) => `${detail} ${detail === '1' ? 'token' : 'tokens'}`;
/** A person's own home, with what is open there. */
export const HOME = '/dashboard';

/** A property's landlord goes to its loan, the office to its list, a holder to the property. */
export function propertyLink({ propertyId, owner }: ToldRow, { wallet, role }: Reader): string {
  if (owner === wallet) return `/landlord-payback?propertyId=${propertyId}`;
  return role === 'admin' ? '/admin/properties' : `/properties/${propertyId}`;
}
