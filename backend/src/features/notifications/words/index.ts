import { DECISION_WORDS, NOTICE_TOPICS, type NoticeTopic, type NotificationKind } from '@tknest/contracts/api';
import type { DecisionCode } from '@tknest/contracts/events';
import { LOAN_WORDS } from './loans.js';
import { PAYMENT_WORDS } from './payments.js';
import { dayOf, type ToldRow, type Words } from './telling.js';

export type { Reader, ToldRow } from './telling.js';

/** Where one's questions, documents and decisions are; an application alone would be a dead end. */
const PERSON = { topic: 'verification', link: () => '/kyc-verification' } as const;
const OFFICE = { topic: 'office' } as const;
const ending = (role: string): Words => ({
  ...PERSON,
  title: (told) => `Your verification ends on ${dayOf(told)}`,
  text: (told) =>
    `Your verification as ${role} ends on ${dayOf(told)}. After that you can’t begin anything new until you are verified again.`,
});
const NAMES: Record<string, string> = { investor: 'an investor', landlord: 'a landlord' };
const asRole = ({ detail }: ToldRow) => NAMES[detail ?? ''] ?? 'a user';

/** The wording of each kind of notice, and the target of its link. */
export const WORDS: Record<NotificationKind, Words> = {
  ...LOAN_WORDS,
  ...PAYMENT_WORDS,
  'investor-verification-ending': ending('an investor'),
  'landlord-verification-ending': ending('a landlord'),
  verified: {
    ...PERSON,
    title: () => 'You are verified',
    text: (told) =>
      told.about ? `You are verified as ${asRole(told)} until ${dayOf(told)}.` : `You are verified as ${asRole(told)}.`,
  },
  'verification-rejected': {
    ...PERSON,
    title: () => 'Your verification was declined',
    text: ({ detail }) => `${DECISION_WORDS[(detail ?? 'other') as DecisionCode].replace(/\.$/, '')}.`,
  },
  'verification-withdrawn': {
    ...PERSON,
    title: () => 'Your verification was withdrawn',
    text: (told) => `You are no longer verified as ${asRole(told)}. What you have started continues.`,
  },
  'erasure-coming': {
    ...PERSON,
    title: (told) => `Your personal data will be erased on ${dayOf(told)}`,
    text: () => 'You can stop this until then. Afterwards you are no longer verified.',
  },
  'verification-asked': {
    ...PERSON,
    title: () => 'We need something more from you',
    text: () => 'Your verification waits for your answer.',
  },
  'case-opened': {
    ...OFFICE,
    title: () => 'A case was opened',
    text: ({ detail }) => detail ?? '',
    link: ({ ref }) => `/admin/cases/${encodeURIComponent(ref!)}`,
  },
  'compliance-case-opened': {
    ...OFFICE,
    title: () => 'A compliance case was opened',
    text: (told) => `An answer is due by ${dayOf(told)}.`,
    link: ({ ref }) => `/compliance/${encodeURIComponent(ref!)}`,
  },
  'clearance-waiting': {
    ...OFFICE,
    title: () => 'A clearance needs a second person',
    text: () => 'Another officer proposed to clear a case. Approve it or return it.',
    link: ({ ref }) => `/compliance/${encodeURIComponent(ref!)}`,
  },
  'proposal-waiting': {
    ...OFFICE,
    title: () => 'A proposal needs a second person',
    text: ({ detail }) => detail ?? '',
    link: () => '/admin/proposals',
  },
};

const KINDS = Object.keys(WORDS) as NotificationKind[];
export const MONEY_KINDS = KINDS.filter((kind) => WORDS[kind].money);
export const kindsOf = (topics: readonly NoticeTopic[]) => KINDS.filter((kind) => topics.includes(WORDS[kind].topic));
const OFFICE_ROLES: ReadonlySet<string> = new Set(['admin', 'compliance']);
/** The topics of a role. */
export const topicsOf = (role: string): NoticeTopic[] =>
  NOTICE_TOPICS.filter((topic) => topic !== 'office' || OFFICE_ROLES.has(role));
