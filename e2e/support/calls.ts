import type { Person } from '../../scripts/lib/platform-client.mjs';

// Calls by who may make them.
export const PUBLIC = [
  '/api/session',
  '/api/properties',
  '/api/properties/1',
  '/api/properties/1/profile',
  '/api/market',
  '/api/interest-rates',
  '/api/ai/market',
  '/api/platform/config',
  '/api/health/live',
  '/api/health/ready',
  '/metrics',
  '/api/openapi.json',
  '/api/log/key',
];
export const SIGNED_IN = [
  '/api/transactions',
  '/api/transactions/export.csv',
  '/api/activity',
  '/api/activity/export.csv',
  '/api/statements',
  '/api/statements/2026',
  '/api/portfolio',
  '/api/watchlist',
  '/api/ai/recommendations',
  '/api/ai/own-properties',
  '/api/user/info',
  '/api/kyc/status',
  '/api/kyc/documents',
  '/api/kyc/cases',
  '/api/rlusd/payments',
  '/api/rlusd/trust-status',
];
export const OFFICE = [
  '/api/admin/all-transactions',
  '/api/admin/all-transactions/export.csv',
  '/api/admin/all-properties',
  '/api/admin/all-properties/export.csv',
  '/api/admin/all-users',
  '/api/admin/all-users/export.csv',
  '/api/admin/platform-stats',
  '/api/admin/growth',
  '/api/admin/waiting',
  '/api/admin/cases',
  '/api/compliance/cases',
  '/api/compliance/list',
  '/api/admin/failed-events',
  '/api/admin/revenue',
  '/api/admin/reconciliation',
  '/api/admin/read-models/rebuild',
  '/api/audit/events',
  '/api/audit/events.jsonl',
  '/api/audit/log.jsonl',
  '/api/audit/manifest.json',
  '/api/audit/timeline',
  '/api/audit/books',
  '/api/audit/verification',
  '/api/tokens/balance/rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe/TKNEST/rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
  '/api/tokens/operations',
  '/api/tokens/unallocated',
  '/api/tokens/recipients/rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
  '/api/admin/auto-token-config',
  '/api/admin/auto-token-config/activity',
];

export const LISTS = [
  '/api/properties',
  '/api/market',
  '/api/ai/market',
  '/api/ai/own-properties',
  '/api/transactions',
  '/api/rlusd/payments',
  '/api/admin/all-transactions',
  '/api/admin/all-transactions/export.csv',
  '/api/admin/all-properties',
  '/api/admin/all-properties/export.csv',
  '/api/admin/all-users',
  '/api/admin/all-users/export.csv',
  '/api/admin/cases',
  '/api/payouts',
  '/api/payouts/export.csv',
  '/api/admin/failed-events',
  '/api/admin/revenue',
  '/api/tokens/operations',
  '/api/tokens/unallocated',
  '/api/audit/events',
  '/api/audit/timeline',
  '/api/audit/books',
];

// Values that no caller sends on purpose.
export const LONG = 'x'.repeat(3_000);
export const ODD_QUERIES = [
  'limit=0',
  'limit=-1',
  'limit=1.5',
  'limit=ten',
  'limit=1&limit=2',
  'cursor=nonsense',
  `cursor=${Buffer.from('{"a":1}').toString('base64url')}`,
  'search=a&search=b',
  'search[x]=1',
  'search=%00',
  'search=%25%5C_',
  `search=${LONG}`,
  'type=%27--',
  'days=7.5',
  'status[]=',
  'propertyId=1e3',
  'wallet=%F0%9F%8F%A0',
  'sort=constructor',
  'after=x',
  'position=99999999999999999999999',
  'at=never',
  'bars=100000000',
  'through=-1',
];
export const ODD_IDS = [
  '0',
  '-1',
  '1e3',
  '01',
  '999999999',
  'x',
  '%00',
  '..%2F..%2Fetc',
  '00000000-0000-0000-0000-000000000000',
  LONG,
];
export const ODD_BODIES = [
  null,
  [],
  'text',
  7,
  {},
  { name: { toString: 1 } },
  { name: ['x'], monthlyRent: {}, tokenCount: '1e9' },
  { __proto__: { name: 'x' } },
  { name: LONG, fundingPurpose: LONG },
];

/** Reads a list from its first page to its last, following the cursors in the answers. */
export async function walk(person: Person, path: string, limit: number): Promise<unknown[]> {
  const found: unknown[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body, headers } = await person.call('GET', `${path}?limit=${limit}${cursor && `&cursor=${cursor}`}`);
    found.push(...body);
    cursor = headers.get('x-next-cursor');
  }
  return found;
}
