import type { NotificationKind, NotificationView } from '@tknest/contracts/api';
import {
  IconAlertTriangle,
  IconBuildingEstate,
  IconCalendarDue,
  IconCoins,
  IconReceiptDollar,
  IconScale,
  IconSignature,
  IconUserCheck,
  IconUserExclamation,
  IconUsersGroup,
} from '@tabler/icons-react';
import { clock } from '../../shared/format/time';

interface Look {
  Icon: typeof IconCoins;
  tone: 'ok' | 'wait' | 'run' | 'bad' | 'off';
  /** The text of its link. */
  go: string;
}
const look = (Icon: typeof IconCoins, tone: Look['tone'], go: string): Look => ({ Icon, tone, go });

const DUE = look(IconCalendarDue, 'wait', 'Go to the loan');
const PAID = look(IconCoins, 'ok', 'See the receipt');
const LOAN_MONEY = look(IconCoins, 'ok', 'Go to the loan');
const LOAN = look(IconBuildingEstate, 'run', 'View details');
const OWED = look(IconAlertTriangle, 'bad', 'What to do');
const CASE = look(IconScale, 'wait', 'Open the case');
const VERIFICATION = look(IconUserExclamation, 'wait', 'Go to verification');

const LOOKS: Record<NotificationKind, Look> = {
  'payment-due-soon': DUE,
  'payment-due': DUE,
  'payment-overdue': look(IconAlertTriangle, 'bad', 'Go to the loan'),
  'collection-coming': DUE,
  'deposit-short': look(IconAlertTriangle, 'bad', 'View details'),
  collected: LOAN_MONEY,
  repaid: LOAN_MONEY,
  'repayment-deposited': look(IconCoins, 'wait', 'View details'),
  'paid-off': LOAN,
  'automation-changed': LOAN,
  'autopay-off': look(IconAlertTriangle, 'wait', 'Go to the loan'),
  'redemption-noticed': LOAN,
  'redemption-due': DUE,
  'loan-in-arrears': look(IconAlertTriangle, 'bad', 'View property'),
  'loan-arrears-withdrawn': LOAN,
  'sale-closed': LOAN,
  'sale-resumed': look(IconBuildingEstate, 'ok', 'View property'),
  'sale-ending': look(IconBuildingEstate, 'wait', 'View property'),
  'tokens-redeemed': LOAN,
  'investor-verification-ending': VERIFICATION,
  'landlord-verification-ending': VERIFICATION,
  verified: look(IconUserCheck, 'ok', 'Go to verification'),
  'verification-rejected': look(IconUserExclamation, 'bad', 'What to do'),
  'verification-withdrawn': look(IconUserExclamation, 'bad', 'What to do'),
  'erasure-coming': look(IconUserExclamation, 'bad', 'View or stop it'),
  'verification-asked': look(IconUserExclamation, 'wait', 'Answer'),
  'signature-waiting': look(IconSignature, 'wait', 'Open the payment'),
  'payment-settled': look(IconReceiptDollar, 'ok', 'See the receipt'),
  'payment-received': PAID,
  'payment-failed': look(IconAlertTriangle, 'bad', 'Open the payment'),
  'tokens-refused': OWED,
  'payment-owed-back': look(IconCoins, 'wait', 'View details'),
  'owe-payment-back': OWED,
  'rent-received': PAID,
  'rent-unclaimed': OWED,
  'rent-waiting': OWED,
  'payout-received': PAID,
  'deposit-withdrawn': PAID,
  'case-opened': CASE,
  'compliance-case-opened': CASE,
  'clearance-waiting': look(IconUsersGroup, 'wait', 'Open the case'),
  'proposal-waiting': look(IconUsersGroup, 'wait', 'Go to proposals'),
};
const UNKNOWN = look(IconBuildingEstate, 'off', 'View details');

/** The appearance of a notification; a newer server may send kinds that this page does not know. */
export const lookOf = ({ kind }: NotificationView): Look => LOOKS[kind] ?? UNKNOWN;

/** When it happened; or, if something can be done until a time today, that time. */
export const titleOf = ({ kind, title, until }: NotificationView): string =>
  kind === 'signature-waiting' && until ? `Sign before ${clock(new Date(until))}` : title;
