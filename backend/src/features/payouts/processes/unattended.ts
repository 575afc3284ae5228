/**
 * Money in an intermediate place always has an open case, a running process or somebody's claim. This finds what has
 * none of them.
 */
import { exactOf, exactText, microOf, type Exact, type Micro } from '@tknest/contracts/money';
import type { EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { caseFold, caseIdOf, type OpenCase } from '#features/operations-cases/rules.public.js';
import { listingFold } from '#features/listings/rules.public.js';
import { feesOwedBack, feeTwiceCase, paymentFold } from '#features/payments/rules.public.js';
import { SMALL_ARRIVALS } from '../arrivals/arrival.rules.js';
import { booksOf, type EscrowState, type Purse } from '../escrow/escrow.decider.js';
import { pendingFees, type PendingFee } from '../escrow/fees.decider.js';
import { endsByItself, runFold } from '../runs/run.state.js';
import { nextSubject, subjectOf, SUSPENSE_CASES, SUSPENSE_PURSES } from './suspense.process.js';

export interface MoneyPorts {
  store: EventStore;
  /** What lines of runs still owe as unclaimed, by wallet. */
  claims(purse: Purse): Promise<ReadonlyMap<string, Micro>>;
}

const PLACES: Readonly<Record<Purse, string>> = { payoutEscrow: 'the payout escrow', feeWallet: 'the fee wallet' };

/** Money about which nobody is asked, which nothing pays out and nobody can claim, each with the case to open. */
export async function unattended(ports: MoneyPorts): Promise<OpenCase[]> {
  const found: OpenCase[] = [];
  for (const purse of SUSPENSE_PURSES) {
    const { state: books } = await load(ports.store, booksOf(purse));
    const claims = await ports.claims(purse);
    for (const [account, balance] of books.balances) {
      // What is finer than six decimals cannot be paid to anybody.
      if (microOf(balance) === 0n) continue;
      const [kind, ...rest] = account.split('/');
      const of = rest.join('/');
      if (kind === 'suspense') found.push(...(await unasked(ports.store, books, of)));
      if (kind === 'run') found.push(...(await unpaidRun(ports.store, { purse, runId: of, balance })));
      if (kind === 'unclaimed' && exactOf(claims.get(of) ?? 0n) !== balance)
        found.push(
          adrift(purse, account, balance, 'the unclaimed payout lines of the wallet add up to another amount'),
        );
      if (kind === 'deposit' && !(await load(ports.store, listingFold(Number(of)))).state.owner)
        found.push(adrift(purse, account, balance, 'the property has no landlord'));
    }
    for (const fee of pendingFees(books)) found.push(...(await unaskedFee(ports.store, fee)));
  }
  return found;
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
    return [adrift(purse, `run/${runId}`, balance, 'the payout run is over, or does not exist')];
  if (!run.paused || endsByItself(run)) return [];
  const about = { kind: 'payout-paused', subject: runId } as const;
  if ((await load(store, caseFold(caseIdOf(about)))).state.status === 'open') return [];
  const summary = 'A payout run pauses until somebody resumes it.';
  return [{ ...about, propertyId: run.propertyId, summary, details: { cause: run.paused } }];
}

/** A fee that is owed back, which nobody is asked to send back and nothing sends back. */
async function unaskedFee(store: EventStore, { paymentId, hash }: PendingFee): Promise<OpenCase[]> {
  const { state: payment } = await load(store, paymentFold(paymentId));
  if (payment.phase === 'none' || payment.feeRefund === hash || !feesOwedBack(payment).includes(hash)) return [];
  const found = feeTwiceCase(payment, hash);
  return (await load(store, caseFold(caseIdOf(found)))).state.status === 'open' ? [] : [found];
}

const adrift = (purse: Purse, account: string, balance: Exact, why: string): OpenCase => ({
  kind: 'books-differ',
  subject: `${purse}~${account.replace('/', '~')}`,
  summary: `Nothing pays out ${exactText(balance)} RLUSD in ${PLACES[purse]}, and nobody can claim it: ${why}.`,
  details: { account, amount: exactText(balance) },
});
