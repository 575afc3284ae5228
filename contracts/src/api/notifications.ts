import type { NoticeKind } from '../events/loans.js';

/** What somebody is told of: a property, or the own verification. */
export type NotificationKind =
  | NoticeKind
  | `${'investor' | 'landlord'}-verification-ending`
  | 'tokens-refused'
  | 'payment-owed-back'
  | 'owe-payment-back';

/** GET /api/notifications: one's own, newest first. */
export interface NotificationView {
  id: string;
  at: string;
  kind: NotificationKind;
  /** Null where it concerns no property, but the person; the name too. */
  propertyId: number | null;
  propertyName: string | null;
  text: string;
  /** The page that it is about. */
  link: string;
}
