import type { NoticeTopic } from '@tknest/contracts/api';
import { dayInWords, formatRlusd, moveToBusinessDay, parseRlusd, type Day } from '@tknest/contracts/money';
import { countedTokens } from '@tknest/contracts/words';
import type { NotificationRow } from '../read-models/notifications/notification.entities.js';

export type ToldRow = Pick<
  NotificationRow,
  'kind' | 'propertyId' | 'propertyName' | 'owner' | 'about' | 'amount' | 'missing' | 'ref' | 'detail'
>;
/** The reader, on whom the possible targets of a link depend. */
export interface Reader {
  wallet: string;
  role: string;
}

/** The wording of one kind of notice. */
export interface Words {
  topic: NoticeTopic;
  /** Whether it is also listed under Money. */
  money?: true;
  /** What happened, in a few words. */
  title(told: ToldRow): string;
  text(told: ToldRow): string;
  /** A page of the web UI that the reader may open. */
  link(told: ToldRow, reader: Reader): string;
}

export const rlusd = (amount: string | null) => `${formatRlusd(parseRlusd(amount ?? '0'))} RLUSD`;
export const amountOf = ({ amount }: ToldRow) => rlusd(amount);
/** The day on which money due on a date is moved. */
export const payDayOf = ({ about }: ToldRow) => dayInWords(moveToBusinessDay(about as Day));
export const dayOf = ({ about }: ToldRow) => dayInWords(about as Day);
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const monthOf = ({ about }: ToldRow) => MONTH.format(new Date(`${about!}T00:00:00Z`));
export const tokensOf = ({ detail }: ToldRow) => countedTokens(detail);
/** The reader's dashboard, which shows what is open. */
export const HOME = '/dashboard';

/** A property's landlord goes to its loan, the office to its list, a holder to the property. */
export function propertyLink({ propertyId, owner }: ToldRow, { wallet, role }: Reader): string {
  if (owner === wallet) return `/landlord-payback?propertyId=${propertyId}`;
  return role === 'admin' ? '/admin/properties' : `/properties/${propertyId}`;
}
