import { Controller, Get, Inject, Query } from '@nestjs/common';
import { BooksQuery, TimelineQuery, type BooksView, type TimelineView } from '@tknest/contracts/api';
import { toNumber } from '@tknest/contracts/money';
import { LISTING, LISTS } from '@tknest/contracts/rules';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { Access } from '../../../../platform/http/access.js';
import { Refused } from '../../../../platform/domain/refused.js';
import type { Books } from '../../books/books.js';
import { BooksAt } from '../../books/books-at.js';
import { positionOf, viewOf as factOf } from '../read-log/log-lines.js';
import { Timeline } from './timeline.js';

/** The history as an auditor moves through it: how much happened when, and the books as they were at any moment. */
@Controller('api/audit')
@Access('admin', 'auditor')
export class ReplayController {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly books: BooksAt,
    private readonly timeline: Timeline,
  ) {}

  /** The log's density from its first fact to its last, in `bars` stretches of equal time. */
  @Get('timeline')
  async showTimeline(@Query() { bars }: TimelineQuery): Promise<TimelineView> {
    const count = bars === undefined || bars === '' ? LISTS.timelineBars : Number(bars);
    if (!Number.isInteger(count) || count < 1 || count > LISTS.timelineBarsMax)
      throw new Refused('invalid', `bars must be a whole number from 1 to ${LISTS.timelineBarsMax}`);
    return this.timeline.read(count);
  }

  /**
   * Registers and balances as of `position`, or as of the time `at` (ISO 8601), or now; with the register of one
   * `property`. Computed from the log.
   */
  @Get('books')
  async showBooks(@Query() query: BooksQuery): Promise<BooksView> {
    const head = await this.store.head();
    const asked = query.position
      ? positionOf('position', query.position)
      : query.at
        ? await this.books.positionAt(timeOf(query.at))
        : head;
    const position = asked > head ? head : asked;
    const property = query.property ? propertyOf(query.property) : null;
    const [latest, view] = await Promise.all([
      this.timeline.latest(position, LISTS.latestFacts),
      this.books.at(position, (books) => viewOf(books, property)),
    ]);
    return { position, at: latest[0]?.at ?? null, latest: latest.map(factOf), ...view };
  }
}

function viewOf(books: Books, property: number | null): Omit<BooksView, 'position' | 'at' | 'latest'> {
  const wallets = [...books.wallets].sort(([a, x], [b, y]) => y.tokens - x.tokens || (a < b ? -1 : 1));
  const register = property === null ? null : books.properties.get(property);
  if (register === undefined) throw new Refused('not-found', 'There was no such property at that moment');
  return {
    tokensIssued: books.tokensIssued,
    principal: toNumber(books.principal),
    fees: toNumber(books.fees),
    openPayments: books.open.size,
    verifiedPeople: books.verified.size,
    properties: [...books.properties.values()]
      .slice(0, LISTS.booksMax)
      .map(({ holders, ...one }) => ({ ...one, holders: holders.size })),
    propertiesCount: books.properties.size,
    wallets: wallets.slice(0, LISTS.booksMax).map(([wallet, { paid, received, tokens }]) => ({
      wallet,
      paid: toNumber(paid),
      received: toNumber(received),
      tokens,
    })),
    walletsCount: wallets.length,
    register:
      register &&
      [...register.holders].map(([wallet, tokens]) => ({ wallet, tokens })).sort((a, b) => b.tokens - a.tokens),
  };
}

function timeOf(at: string): string {
  const time = Date.parse(at);
  if (!/^\d{4}-\d{2}-\d{2}/.test(at) || Number.isNaN(time))
    throw new Refused('invalid', 'at must be a time in ISO 8601, like 2026-11-20T14:02:22Z');
  return new Date(time).toISOString();
}

function propertyOf(property: string): number {
  if (!LISTING.idPattern.test(property)) throw new Refused('invalid', 'property must be a positive whole number');
  return Number(property);
}
