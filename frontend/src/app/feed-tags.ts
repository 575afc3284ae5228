import type { LiveChange, ReadModelName } from '@tknest/contracts/api';
import type { api } from '../shared/api/base-api';

type Tags = Parameters<typeof api.util.invalidateTags>[0];
export type Tag = Extract<NonNullable<Tags[number]>, string>;

/** The cache tags that a changed read model invalidates. */
export const TAGS: Record<ReadModelName, readonly Tag[]> = {
  properties: ['Properties'],
  'property-history': ['Properties'],
  loans: ['Loans', 'Properties'],
  market: ['Market'],
  purchases: ['Purchases'],
  // Receipts are proved by the log, and the escrow's accounts, as deposits, are read from it.
  movements: ['Activity', 'Log', 'Payouts', 'Loans'],
  transactions: ['AdminLog', 'Payments'],
  'sign-requests': ['Payments'],
  'payment-endings': ['Payments'],
  payouts: ['Payouts'],
  // A verification completed on the phone counts here too.
  persons: ['Kyc', 'Documents', 'AdminLog', 'Session', 'Erasures'],
  verifications: ['Kyc', 'Session', 'Erasures'],
  notifications: ['Notifications'],
  cases: ['Cases'],
  'compliance-cases': ['Cases'],
  'token-redemptions': ['Tokens', 'Purchases'],
  'token-issuances': ['Tokens'],
  proposals: ['Proposals'],
  timeline: ['Log'],
  'log-parties': [],
  'leg-hashes': [],
};

/** All tags that the feed may announce, for refetching after an interruption. */
export const ALL_TAGS: readonly Tag[] = [...new Set(Object.values(TAGS).flat())];

const BY_PROPERTY: ReadonlySet<Tag> = new Set(['Properties', 'Loans']);
/** The read models whose changes are announced by property. */
const PUBLIC: ReadonlySet<string> = new Set(['properties', 'property-history', 'loans', 'market']);

/**
 * The tags to invalidate. If the properties are named, only the pages of those refetch; lists refetch for any property.
 */
export function tagsOf({ readModels, properties }: LiveChange): readonly NonNullable<Tags[number]>[] {
  const whole = new Set<Tag>();
  const parts = new Set<Tag>();
  // An unknown name is from a newer program.
  for (const name of readModels)
    for (const tag of TAGS[name] ?? [])
      (properties && PUBLIC.has(name) && BY_PROPERTY.has(tag) ? parts : whole).add(tag);
  const some = (type: Tag) => [{ type, id: 'LIST' }, ...properties!.map((id) => ({ type, id }))];
  return [...whole, ...[...parts].filter((tag) => !whole.has(tag)).flatMap(some)];
}
