import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { BooksQuery, BooksView } from '@tknest/contracts/api';
import { toNumber } from '@tknest/contracts/money';
import { LISTING, LISTS } from '@tknest/contracts/rules';
import { Refused } from '../../../../platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { toPosition } from '../../../../platform/event-store/positions.js';
import { BooksAt } from '../../books/books-at.js';
import type { Books, LoanBook } from '../../books/books.js';
import { viewOf as factOf } from '../read-log/log-lines.js';
import { Timeline } from './timeline.js';

/** Registers and balances as of a position, or a time, or now; with the register of one property. */
export class ShowBooks extends Query<BooksView> {
  constructor(
    readonly asked: BooksQuery,
    readonly signal?: AbortSignal,
  ) {
    super();
  }
}

@QueryHandler(ShowBooks)
export class ShowBooksHandler implements IQueryHandler<ShowBooks> {
  /** The last answer: pages that show the same moment again and again cost nothing. */
  private last: { key: string; view: BooksView } | null = null;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly books: BooksAt,
    private readonly timeline: Timeline,
  ) {}

  /** @throws Refused where there is no such property, or the record cannot be read through in time */
  async execute({ asked, signal }: ShowBooks): Promise<BooksView> {
    const head = await this.store.head();
    const wanted = asked.position
      ? toPosition(asked.position)
      : asked.at
        ? await this.books.positionAt(timeOf(asked.at))
        : head;
    const position = wanted > head ? head : wanted;
    const property = asked.property ? propertyOf(asked.property) : null;
    const key = `${position} ${property}`;
    if (this.last?.key === key) return this.last.view;
    const [latest, view] = await Promise.all([
      this.timeline.latest(position, LISTS.latestFacts),
      this.books.at(position, (books) => viewOf(books, property), signal),
    ]);
    this.last = { key, view: { position, at: latest[0]?.at ?? null, latest: latest.map(factOf), ...view } };
    return this.last.view;
  }
}

/** 2026-02-31 is none: it would be read as the third of March. */
const isDay = (day: string): boolean => {
  const read = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(read.getTime()) && read.toISOString().startsWith(day);
};
/** Year, month, day; a time of the day and its zone where more than the day is meant. */
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** @throws Refused for what is no such time, also for a day that no month has and a year of five digits */
export function timeOf(at: string): string {
  const time = new Date(at);
  const day = ISO_8601.exec(at)?.[1];
  if (!day || !isDay(day) || Number.isNaN(time.getTime()) || !/^\d{4}-/.test(time.toISOString()))
    throw new Refused('invalid', 'at must be a time in ISO 8601, like 2026-11-20T14:02:22Z');
  return time.toISOString();
}

function propertyOf(property: string): number {
  if (!LISTING.idPattern.test(property)) throw new Refused('invalid', 'property must be a positive whole number');
  return Number(property);
}

function viewOf(books: Books, property: number | null): Omit<BooksView, 'position' | 'at' | 'latest'> {
  const wallets = [...books.wallets].sort(([a, x], [b, y]) => y.tokens - x.tokens || (a < b ? -1 : 1));
  const register = property === null ? null : books.properties.get(property);
  if (register === undefined) throw new Refused('not-found', 'That property did not exist at that time');
  return {
    tokensIssued: books.tokensIssued,
    principal: toNumber(books.principal),
    fees: toNumber(books.fees),
    openPayments: books.open.size,
    verifiedPeople: books.verified.size,
    properties: [...books.properties.values()]
      .slice(0, LISTS.booksMax)
      .map(({ holders, loan, ...one }) => ({ ...one, holders: holders.size, loan: loan && loanOf(loan) })),
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

const loanOf = ({ principal, balance, repaid, status }: LoanBook) => ({
  principal: toNumber(principal),
  balance: toNumber(balance),
  repaid: toNumber(repaid),
  status,
});
