import type { AuditEventView, BooksView, TimelineView } from '@tknest/contracts/api';
import type { ReactElement } from 'react';
import { show } from './render';
import { serve, session, type Answers } from './server';
import { positionOf } from '../src/features/audit/moment';

export const event = (position: number, more: Partial<AuditEventView> = {}): AuditEventView => ({
  position: positionOf(position),
  stream: 'listing-1',
  revision: position,
  type: 'TokensReserved',
  version: 1,
  at: '2026-11-20T14:02:22.000Z',
  actor: { wallet: null, role: 'system' },
  data: { tokens: position },
  metadata: {} as never,
  hash: 'c81e9b0f'.repeat(8),
  ...more,
});
const timeline: TimelineView = {
  head: positionOf(90),
  first: '2026-11-20T14:00:00.000Z',
  last: '2026-11-20T14:04:00.000Z',
  bars: [0, 1, 2, 3].map((index) => ({
    from: `2026-11-20T14:0${index}:00.000Z`,
    to: `2026-11-20T14:0${index + 1}:00.000Z`,
    events: 20,
    position: positionOf(30 + index * 20),
  })),
};
export const books = (position: string | null, more: Partial<BooksView> = {}): BooksView =>
  ({
    position: position ?? positionOf(90),
    at: '2026-11-20T14:02:22.000Z',
    latest: [event(58)],
    tokensIssued: 17,
    moved: [{ kind: 'purchase', transactions: 3, amount: 1700 }],
    fees: 42.5,
    accounts: [],
    unexplained: [],
    unexplainedCount: 0,
    openPayments: 0,
    verifiedPeople: 2,
    properties: [],
    propertiesCount: 0,
    wallets: [],
    walletsCount: 0,
    register: null,
    ...more,
  }) as BooksView;
export const idle = {
  state: 'unknown',
  verified: 0,
  compared: 0,
  of: 0,
  rows: 0,
  at: null,
  headHash: null,
  broken: null,
  problems: [],
};

/** A page of the audit, with what it asks for. */
export function openAudit(page: ReactElement, at: string, more: Answers = {}) {
  serve({
    'GET /api/session': session({ userRole: 'auditor' }),
    'GET /api/audit/timeline': timeline,
    'GET /api/audit/books': ({ url }: { url: URL }) => books(url.searchParams.get('position')),
    'GET /api/audit/verification': { watch: null, chain: idle, readModels: idle },
    'GET /api/audit/anchors': [],
    'GET /api/admin/read-models/rebuild': [{ name: 'properties', lag: 0 }],
    'GET /api/audit/events': { events: [], next: null },
    ...more,
  });
  return show(page, { at });
}
