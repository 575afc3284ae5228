import { Inject, Injectable } from '@nestjs/common';
import type { PayoutLine, PayoutRunCreated, PayoutSource } from '@tknest/contracts/events';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { listingStream } from '#features/listings/rules.public.js';
import { paymentStream } from '#features/payments/rules.public.js';
import { batchStream, runStream } from '#features/payouts/rules.public.js';
import { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { feeOfLine, receiptOfLine, receiptOfPayment, type Found, type LineAbout } from './receipt.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LINE = /^([\w-]{1,80})~(r[1-9A-HJ-NP-Za-km-z]{24,34})$/;
const PAID: ReadonlySet<string> = new Set(['PayoutSettled', 'UnclaimedPaid']);
const VALIDATED: ReadonlySet<string> = new Set(['LegValidated', 'LatePrincipalFound']);
const PAYBACK_RUN = /^payback-(.+)$/;
const SEES_ALL: ReadonlySet<string> = new Set(['admin', 'auditor']);

/** Whose receipt it is to be: a wallet's own, or anybody's for the office. */
export type Reader = { wallet: string; seesAll: boolean };

/** @returns what of a session decides which receipts it may read */
export const readerOf = ({ wallet, role }: Pick<Session, 'wallet' | 'role'>): Reader => ({
  wallet,
  seesAll: SEES_ALL.has(role),
});

/** Receipts of payments and of payout lines, for the people concerned. */
@Injectable()
export class Receipts {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly accounts: PlatformAccounts,
  ) {}

  /** @throws Refused (404 if there is none, or it does not concern the caller; 409 if nothing is validated yet) */
  async find(reader: Reader, id: string): Promise<Found> {
    const wallet = LINE.exec(id)?.[2];
    // Checked before a run's lines are searched, so that a stranger's request is cheap.
    if (wallet && wallet !== reader.wallet && !reader.seesAll) throw new Refused('not-found', 'No such payment');
    const found = UUID.test(id) ? await this.ofPayment(id) : await this.ofLine(id);
    if (!found) throw new Refused('not-found', 'No such payment');
    const { payer, payee } = found.receipt;
    if (reader.seesAll) return found;
    if (![payer, payee].includes(reader.wallet)) throw new Refused('not-found', 'No such payment');
    return withoutSessionsOfOthers(found, reader.wallet);
  }

  private async ofPayment(id: string): Promise<Found | null> {
    return receiptOfPayment(await this.all(paymentStream(id)), await this.accounts.address('issuer'));
  }

  private async ofLine(id: string): Promise<Found | null> {
    const [, runId, wallet] = LINE.exec(id) ?? [];
    if (!runId || !wallet) return null;
    const run = await this.all(runStream(runId));
    if (run.length === 0) return null;
    const lists = await this.listsOf(runId, run);
    const own = lists.find(({ data }) => data.lines.some((line: PayoutLine) => line.wallet === wallet));
    const stream = own && (await this.all(own.stream));
    const paid = stream?.findLast(({ type, data }) => PAID.has(type) && data.wallet === wallet);
    if (!stream || !paid) return null;
    const listed = stream.filter(({ type }) => type === 'PayoutLinesListed');
    const { source, period, fee } = run[0]!.data as PayoutRunCreated['data'];
    return receiptOfLine(paid, listed, {
      runId,
      source,
      period,
      fee: feeOfLine(
        fee,
        lists.flatMap(({ data }) => data.lines),
        wallet,
      ),
      propertyName: await this.nameOf(paid.data.propertyId),
      listedAt: listed[0]?.at ?? paid.at,
      ...(await this.payerOf(runId, source, paid.data.hash)),
    });
  }

  /**
   * The lists of a run's lines. A direct run has its only line in its own stream; others have batches, numbered from 0,
   * each of which begins with its list.
   */
  private async listsOf(runId: string, run: readonly RecordedEvent[]): Promise<RecordedEvent[]> {
    const lists = run.filter(({ type }) => type === 'PayoutLinesListed');
    for (let batch = 0; lists.length === batch; batch++)
      lists.push(...(await this.all(batchStream(runId, String(batch)), 1)));
    return lists;
  }

  /** The payer of a run's lines: the escrow, or the landlord who paid the only holder directly. */
  private async payerOf(
    runId: string,
    source: PayoutSource,
    hash: string,
  ): Promise<Pick<LineAbout, 'payer' | 'delivered'>> {
    const paymentId = PAYBACK_RUN.exec(runId)?.[1];
    if (source !== 'direct' || !paymentId) return { payer: await this.accounts.address('payoutEscrow') };
    const payment = await this.all(paymentStream(paymentId));
    const { payer } = payment.find(({ type }) => type === 'PaymentStarted')!.data;
    const principal = payment.find(({ type, data }) => VALIDATED.has(type) && data.hash === hash);
    return { payer, delivered: principal?.data.delivered };
  }

  private async nameOf(propertyId: number | null): Promise<string | null> {
    if (propertyId === null) return null;
    for await (const { data } of this.store.read(listingStream(propertyId), { limit: 1 })) return data.name;
    return null;
  }

  private async all(stream: string, limit?: number): Promise<RecordedEvent[]> {
    const events: RecordedEvent[] = [];
    for await (const event of this.store.read(stream, limit === undefined ? {} : { limit })) events.push(event);
    return events;
  }
}

/** An event names the session that caused it, so the other party to a payment gets only its hash. */
function withoutSessionsOfOthers({ receipt, events, hidden }: Found, wallet: string): Found {
  const isOthers = ({ metadata: { session, actor } }: RecordedEvent) =>
    session !== undefined && actor.wallet !== wallet;
  return {
    receipt,
    events: events.filter((event) => !isOthers(event)),
    hidden: [...hidden, ...events.filter(isOthers)],
  };
}
