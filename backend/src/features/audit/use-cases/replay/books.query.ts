import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import {
  MOVED_KINDS,
  type AccountBookView,
  type BooksQuery,
  type BooksView,
  type MovedKind,
  type UnexplainedView,
} from '@tknest/contracts/api';
import type { PlatformAccountName } from '@tknest/contracts/events';
import { exactText, isDay, microOf, toNumber, type Exact } from '@tknest/contracts/money';
import { CURRENCY, LISTING, LISTS } from '@tknest/contracts/rules';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import { BooksAt } from '../../books/books-at.js';
import type { Books, LoanBook, Unexplained } from '../../books/books.js';
import { viewOf as factOf } from '../read-log/log-lines.js';
import { Timeline } from './timeline.js';

/** Registers and balances as of a position, a time or now; with the register of one property if asked for. */
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
  /** The last answer, cached for pages that ask for the same moment repeatedly. */
  private last: { key: string; view: BooksView } | null = null;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly books: BooksAt,
    private readonly timeline: Timeline,
  ) {}

  /** @throws Refused if there is no such property, or the log cannot be read in time */
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

/** A date, optionally with a time and its zone. */
const ISO_8601 = /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/;

/** @throws Refused if it is not such a time, including days that do not exist and years of five digits */
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
  const own = new Set(books.accounts.values());
  const wallets = [...books.wallets]
    .filter(([wallet]) => !own.has(wallet))
    .sort(([a, x], [b, y]) => y.tokens - x.tokens || (a < b ? -1 : 1));
  const register = property === null ? null : books.properties.get(property);
  if (register === undefined) throw new Refused('not-found', 'That property did not exist at that time');
  const unexplained = [...books.unexplained.values()].flatMap(unexplainedOf);
  return {
    tokensIssued: books.tokensIssued,
    moved: MOVED_KINDS.flatMap((kind) => {
      const moved = books.moved.get(kind);
      return moved?.transactions ? { kind, transactions: moved.transactions, amount: shown(moved.amount) } : [];
    }),
    fees: shown(feesOf(books)),
    openPayments: books.open.size,
    verifiedPeople: books.verified.size,
    accounts: [...books.accounts].map(([name, address]) => accountOf(books, name, address)),
    unexplained: unexplained.slice(0, LISTS.booksMax),
    unexplainedCount: unexplained.length,
    properties: [...books.properties.values()]
      .slice(0, LISTS.booksMax)
      .map(({ holders, loan, ...one }) => ({ ...one, holders: holders.size, loan: loan && loanOf(loan) })),
    propertiesCount: books.properties.size,
    wallets: wallets.slice(0, LISTS.booksMax).map(([wallet, { paid, received, tokens }]) => ({
      wallet,
      paid: shown(paid),
      received: shown(received),
      tokens,
    })),
    walletsCount: wallets.length,
    register:
      register &&
      [...register.holders].map(([wallet, tokens]) => ({ wallet, tokens })).sort((a, b) => b.tokens - a.tokens),
  };
}

const shown = (amount: Exact): number => toNumber(microOf(amount));

function feesOf({ moved }: Books): Exact {
  const sumOf = (kind: MovedKind) => moved.get(kind)?.amount ?? 0n;
  return sumOf('fee') + sumOf('run_fee') - sumOf('fee_refund');
}

function accountOf(books: Books, name: PlatformAccountName, address: string): AccountBookView {
  const { received, paid } = books.wallets.get(address) ?? { received: 0n, paid: 0n };
  const [holds, comparedTo] = [received - paid, books.comparedTo.get(name) ?? null];
  return { name, address, received: exactText(received), paid: exactText(paid), holds: exactText(holds), comparedTo };
}

const unexplainedOf = ({ account, hash, ledgerIndex, moves }: Unexplained): UnexplainedView[] =>
  moves.map(({ currency, counterparty, value }) => ({
    account,
    hash,
    ledgerIndex,
    currency: currency === CURRENCY.rlusd ? 'RLUSD' : currency,
    counterparty,
    amount: value,
  }));

const loanOf = ({ principal, balance, repaid, status }: LoanBook) => ({
  principal: toNumber(principal),
  balance: toNumber(balance),
  repaid: toNumber(repaid),
  status,
});
