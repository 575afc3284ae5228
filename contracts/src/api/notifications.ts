import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsOptional, IsString, MaxLength } from 'class-validator';
import type { NoticeKind } from '../events/loans.js';
import { NOTICES } from '../rules/index.js';
import { PageQuery } from './paging.js';

/** The topics: payments, properties, the user's own verification, and work for the office. */
export type NotificationKind =
  | NoticeKind
  | `${'investor' | 'landlord'}-verification-ending`
  | 'tokens-refused'
  | 'payment-owed-back'
  | 'owe-payment-back'
  | 'signature-waiting'
  | 'payment-settled'
  | 'payment-received'
  | 'payment-failed'
  | 'rent-received'
  | 'rent-unclaimed'
  | 'payout-received'
  | 'deposit-withdrawn'
  | 'loan-in-arrears'
  | 'sale-closed'
  | 'tokens-redeemed'
  | 'verified'
  | 'verification-rejected'
  | 'verification-withdrawn'
  | 'verification-asked'
  | 'case-opened'
  | 'compliance-case-opened'
  | 'proposal-waiting'
  | 'clearance-waiting';

/** What notifications are about; each can be turned off in the list, and on by mail. */
export const NOTICE_TOPICS = ['payments', 'rent', 'properties', 'verification', 'office'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

/** The tabs of the list. */
export const NOTICE_VIEWS = ['all', 'needs-you', 'money'] as const;
export type NoticeView = (typeof NOTICE_VIEWS)[number];

export class NotificationsQuery extends PageQuery {
  @IsOptional()
  @IsIn([...NOTICE_VIEWS, ''], { message: `show must be ${NOTICE_VIEWS.join(', ')}` })
  show?: NoticeView | '';
}

/** GET /api/notifications: one's own, newest first. */
export interface NotificationView {
  id: string;
  at: string;
  kind: NotificationKind;
  topic: NoticeTopic;
  /** Null if it concerns no property, but the person; the name too. */
  propertyId: number | null;
  propertyName: string | null;
  /** What happened. */
  title: string;
  text: string;
  /** The page that it is about. */
  link: string;
  read: boolean;
  /** It needs its reader, and does so until it is done. */
  needsYou: boolean;
  /** ISO 8601: until when something can be done; null if there is no such moment. */
  until: string | null;
}

/** GET /api/notifications/unread; counted up to 100, so that 100 reads "more than 99". */
export interface UnreadView {
  unread: number;
  needsYou: number;
}

/** POST /api/notifications/read: these, or everything so far. */
export class ReadNotificationsRequest {
  @IsOptional()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(NOTICES.readMax, { message: `At most ${NOTICES.readMax} notifications at once` })
  @IsString({ each: true })
  @MaxLength(200, { each: true })
  ids?: string[];

  @IsOptional()
  @IsIn([true], { message: 'all must be true' })
  all?: true;

  /** With `all`: the newest that the reader has seen. What came after it stays unread. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  through?: string;
}

/** GET /api/notifications/preferences. */
export interface NotificationPreferencesView {
  /** The topics of this role. */
  topics: { topic: NoticeTopic; show: boolean; mail: boolean }[];
  /** `off`: the platform sends no mail; `no-address`: the person has given none. */
  mail: 'off' | 'no-address' | 'ready';
}

/** POST /api/notifications/preferences: what is left out stays as it is. */
export class NotificationPreferenceRequest {
  @IsIn(NOTICE_TOPICS, { message: `topic must be ${NOTICE_TOPICS.join(', ')}` })
  topic!: NoticeTopic;
  /** What needs its reader is listed all the same. */
  @IsOptional() @IsBoolean() show?: boolean;
  @IsOptional() @IsBoolean() mail?: boolean;
}
