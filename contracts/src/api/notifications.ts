import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Max,
  MaxLength,
  Min,
} from 'class-validator';
import type { Day } from '../money/index.js';
import type { NoticeKind } from '../events/loans.js';
import { NOTICE_VIEWS, NOTICES } from '../rules/index.js';
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
  | 'rent-waiting'
  | 'payout-received'
  | 'deposit-withdrawn'
  | 'loan-in-arrears'
  | 'loan-arrears-withdrawn'
  | 'sale-closed'
  | 'sale-resumed'
  | 'sale-ending'
  | 'tokens-redeemed'
  | 'verified'
  | 'verification-rejected'
  | 'verification-withdrawn'
  | 'erasure-coming'
  | 'verification-asked'
  | 'case-opened'
  | 'compliance-case-opened'
  | 'proposal-waiting'
  | 'clearance-waiting';

/** The topics of notifications; each can be turned off in the list, and turned on by mail. */
export const NOTICE_TOPICS = ['payments', 'rent', 'properties', 'verification', 'office'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

export type NoticeView = (typeof NOTICE_VIEWS)[number];

export class NotificationsQuery extends PageQuery {
  @IsOptional()
  @IsIn([...NOTICE_VIEWS, ''], { message: `show must be ${NOTICE_VIEWS.join(', ')}` })
  show?: NoticeView | '';
}

/** GET /api/notifications: the caller's own, newest first. */
export interface NotificationView {
  id: string;
  at: string;
  /** The business day on which it happened; left out if it is that of `at`. */
  date?: Day;
  kind: NotificationKind;
  topic: NoticeTopic;
  /** Null if it concerns the person and no property, like the name. */
  propertyId: number | null;
  propertyName: string | null;
  /** What happened. */
  title: string;
  text: string;
  /** The page to which it links. */
  link: string;
  read: boolean;
  /** Whether the reader still has to act. */
  needsYou: boolean;
  /** ISO 8601: until when something can be done; null if there is no limit. */
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

  /** With `all`: the newest notification that the reader has seen. Later ones stay unread. */
  @IsOptional()
  @IsString()
  @MaxLength(200)
  through?: string;
}

/** GET /api/notifications/preferences. */
export interface NotificationPreferencesView {
  /** The topics of this role. */
  topics: { topic: NoticeTopic; show: boolean; mail: boolean }[];
  /** `off`: the platform sends no mail; `no-address`: the user has given no email address. */
  mail: 'off' | 'no-address' | 'ready';
}

/** POST /api/notifications/preferences: fields that are left out stay unchanged. */
export class NotificationPreferenceRequest {
  @IsIn(NOTICE_TOPICS, { message: `topic must be ${NOTICE_TOPICS.join(', ')}` })
  topic!: NoticeTopic;
  /** Notifications that need the reader to act are listed anyway. */
  @IsOptional() @IsBoolean() show?: boolean;
  @IsOptional() @IsBoolean() mail?: boolean;
}

/** GET and POST /api/watchlist: the numbers of the properties that the caller watches, the newest first. */
export interface WatchlistView {
  ids: number[];
}

/** POST /api/watchlist. */
export class WatchRequest {
  @IsInt({ message: 'propertyId must be a positive whole number' })
  @Min(1)
  @Max(999_999_999)
  propertyId!: number;
  @IsBoolean({ message: 'watched must be true or false' }) watched!: boolean;
}
