/**
 * Money in an intermediate place always has an open case, a running process or somebody's claim. This finds what has
 * none of them.
 */
import type { EscrowAccount } from '@tknest/contracts/events';
import { exactOf, exactText, microOf, type Exact, type Micro } from '@tknest/contracts/money';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { caseFold, caseIdOf, type OpenCase } from '#features/operations-cases/rules.public.js';
import { listingFold } from '#features/listings/rules.public.js';
import { feesOwedBack, feesPaid, feeTwiceCase, hasEnded, paymentFold } from '#features/payments/rules.public.js';
import { SMALL_ARRIVALS } from '../arrivals/arrival.rules.js';
import { booksOf, type EscrowState, type Purse } from '../escrow/escrow.decider.js';
import { pendingFees, type PendingFee } from '../escrow/fees.decider.js';
import type { ClaimedLine } from '../readers.public.js';
import { batchFold, lineOf } from '../runs/batch.state.js';
import { lostCollections, unrecordedCase } from '../runs/lost-collections.js';
import { endsByItself, runFold } from '../runs/run.state.js';
import { refusedCaseOf } from '../transactions/on-concluded.js';
import { nextSubject, subjectOf, SUSPENSE_CASES, SUSPENSE_PURSES } from './suspense.process.js';

export interface MoneyPorts {
  store: EventStore;
  /** What lines of runs still owe as unclaimed, by wallet. */
  claims(purse: Purse): Promise<ReadonlyMap<string, Micro>>;
  /** Lines without a known reason, which nothing tries again by itself. */
  unexplained(): Promise<readonly ClaimedLine[]>;
  /** What runs still have to pay to the fee wallet. */
  feesOfRuns(): Promise<Micro>;
}

const PLACES: Readonly<Record<Purse, string>> = { payoutEscrow: 'the payout escrow', feeWallet: 'the fee wallet' };

/** Accounts of the books, without whose or what each of them is. */
export type AccountKind = EscrowAccount extends infer A ? (A extends `${infer Kind}/${string}` ? Kind : A) : never;

/** A balance in an intermediate place: `of` says whose or what it is. */
interface Found {
  books: EscrowState;
  account: string;
  of: string;
  balance: Exact;
}

/**
 * What must go on with the money in each kind of account. Null where nothing waits: contra accounts, the platform's
 * own money, and what is finer than anything that can be paid.
 */
const MUST: Readonly<Record<AccountKind, ((ports: MoneyPorts, found: Found) => Promise<OpenCase[]>) | null>> = {
  suspense: ({ store }, { books, of }) => unasked(store, books, of),
  run: ({ store }, { books: { purse }, of, balance }) => unpaidRun(store, { purse, runId: of, balance }),
  unclaimed: async ({ claims }, found) =>
    exactOf((await claims(found.books.purse)).get(found.of) ?? 0n) === found.balance
      ? []
      : [adrift(found, 'the unclaimed payout lines of the wallet add up to another amount')],
  deposit: async ({ store }, found) =>
    (await load(store, listingFold(Number(found.of)))).state.owner
      ? []
      : [adrift(found, 'the property has no landlord')],
  'fee-payable': async ({ feesOfRuns }, found) =>
    exactOf(await feesOfRuns()) === found.balance
      ? []
      : [adrift(found, 'the fees that payout runs still have to pay add up to another amount')],
  // `paymentId/hash`.
  fee: async ({ store }, { books, account }) => {
    const fee = pendingFees(books).find((one) => one.account === account);
    return fee ? unaskedFee(store, books, fee) : [];
  },
  ledger: null,
  'fees-received': null,
  float: null,
  fees: null,
  dust: null,
  loss: null,
};

/** Money about which nobody is asked, which nothing pays out and nobody can claim, each with the case to open. */
export async function unattended(ports: MoneyPorts): Promise<OpenCase[]> {
  const found: OpenCase[] = [];
  for (const purse of SUSPENSE_PURSES) {
    const { state: books } = await load(ports.store, booksOf(purse));
    for (const [account, balance] of books.balances) {
      // What is finer than six decimals cannot be paid to anybody.
      if (microOf(balance) === 0n) continue;
      const [kind, ...rest] = account.split('/');
      const must = MUST[kind as AccountKind];
      if (must) found.push(...(await must(ports, { books, account, of: rest.join('/'), balance })));
    }
  }
  for (const lost of await lostCollections(ports.store)) if (lost.isReady) found.push(unrecordedCase(lost));
  for (const line of await ports.unexplained()) found.push(...(await untriedLine(ports.store, line)));
  return found;
}

/** A line that waits for a person to have it tried again, whom no case asks. */
async function untriedLine(store: EventStore, { runId, batch, wallet }: ClaimedLine): Promise<OpenCase[]> {
  const [{ state: run }, { state: lines }] = [
    await load(store, runFold(runId)),
    await load(store, batchFold(runId, batch)),
  ];
  const line = lineOf(lines, wallet);
  if (line.state !== 'unclaimed' || line.unpayable !== 'unexplained') return [];
  const about = refusedCaseOf(runId, line);
  if ((await load(store, caseFold(caseIdOf(about)))).state.status === 'open') return [];
  const summary = 'The ledger refused a payout for an unknown reason, and nobody has retried it.';
  return [{ ...about, summary, propertyId: run.propertyId, wallet }];
}

/** Money in suspense without an open case. */
async function unasked(store: EventStore, books: EscrowState, hash: string): Promise<OpenCase[]> {
  const { purse } = books;
  const kind = SUSPENSE_CASES[purse];
  // The first case about small arrivals has a number too.
  const subjectAt = (attempt: number) => (hash === SMALL_ARRIVALS ? `${hash}~${attempt}` : subjectOf(hash, attempt));
  const subject = await nextSubject(store, kind, subjectAt);
  if (subject === null) return [];
  const txHash = hash === SMALL_ARRIVALS ? null : hash;
  const summary = `RLUSD is in ${PLACES[purse]} for an unknown purpose, and no case asks where it goes.`;
  const amount = exactText(books.balances.get(`suspense/${hash}`)!);
  return [{ kind, subject, summary, wallet: books.senders.get(hash) ?? null, txHash, details: { amount } }];
}

/** A run holds money and will not pay it: it is over, or waits for a person whom no case asks. */
async function unpaidRun(
  store: EventStore,
  { purse, runId, balance }: { purse: Purse; runId: string; balance: Exact },
): Promise<OpenCase[]> {
  const { state: run } = await load(store, runFold(runId));
  if (run.phase !== 'created' && run.open.size === 0)
    return [
      adrift({ books: { purse }, account: `run/${runId}`, balance }, 'the payout run is over, or does not exist'),
    ];
  if (!run.paused || endsByItself(run)) return [];
  const about = { kind: 'payout-paused', subject: runId } as const;
  if ((await load(store, caseFold(caseIdOf(about)))).state.status === 'open') return [];
  const summary = 'A payout run pauses until somebody resumes it.';
  return [{ ...about, propertyId: run.propertyId, summary, details: { cause: run.paused } }];
}

/** A fee that is owed back and nobody is asked to send back, or that its payment ended without, or that has none. */
async function unaskedFee(store: EventStore, books: EscrowState, fee: PendingFee): Promise<OpenCase[]> {
  const { paymentId, hash, account, amount: balance } = fee;
  const { state: payment } = await load(store, paymentFold(paymentId));
  if (payment.phase === 'none') {
    const summary = 'A fee reached the fee wallet whose payment is not in the log.';
    return [{ kind: 'unknown-ledger-payment', subject: hash, txHash: hash, paymentId, summary, details: { account } }];
  }
  const attempts = [payment.legs.platform, ...payment.orphans];
  const isKnown = feesPaid(payment).includes(hash) || attempts.some((attempt) => attempt?.hash === hash);
  if (!isKnown && hasEnded(payment)) return [adrift({ books, account, balance }, 'its payment ended without it')];
  if (payment.feeRefund === hash || !feesOwedBack(payment).includes(hash)) return [];
  const found = feeTwiceCase(payment, hash);
  return (await load(store, caseFold(caseIdOf(found)))).state.status === 'open' ? [] : [found];
}

const adrift = (
  { books: { purse }, account, balance }: Omit<Found, 'books' | 'of'> & { books: Pick<EscrowState, 'purse'> },
  why: string,
): OpenCase => ({
  kind: 'books-differ',
  subject: `${purse}~${account.replaceAll('/', '~')}`,
  summary: `Nothing pays out ${exactText(balance)} RLUSD in ${PLACES[purse]}, and nobody can claim it: ${why}.`,
  details: { account, amount: exactText(balance) },
});
