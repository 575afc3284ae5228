import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { exactText, microOf } from '@tknest/contracts/money';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, openCase, type OpenCase } from '#features/operations-cases/rules.public.js';
import { LedgerStartUp } from '#features/platform-accounts/module.public.js';
import { SMALL_ARRIVALS } from '../arrivals/arrival.rules.js';
import { booksOf, type Purse } from '../escrow/escrow.decider.js';
import { subjectOf, SUSPENSE_CASES, SUSPENSE_PURSES } from './suspense.process.js';

const EVERY_MS = 60_000;
/** An answer may just be moving the money. */
const PATIENCE_MS = 600_000;
const JOB = 'unasked-suspense';
const SUSPENSE = 'suspense/';

/** Money in suspense always has an open case: a job opens what is missing, whatever ended the earlier case. */
@Injectable()
export class UnaskedSuspenseJob implements OnApplicationBootstrap {
  private readonly log = new Logger('Suspense');
  /** Since when each case is missing, by its subject. */
  private missing = new Map<string, number>();

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    private readonly recorder: Recorder,
    private readonly startUp: LedgerStartUp,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(
      EVERY_MS,
      JOB,
      () => this.look(),
      (error) => this.log.error({ err: error }, 'Money in suspense could not be checked; retrying'),
    );
  }

  /** Opens the cases that are missing, and were missing for ten minutes. */
  async look(): Promise<void> {
    const now = this.clock.now().getTime();
    const before = this.missing;
    this.missing = new Map();
    for (const found of await unasked(this.store)) {
      const since = before.get(found.subject) ?? now;
      if (now - since < PATIENCE_MS) this.missing.set(found.subject, since);
      else await this.open(found);
    }
  }

  private async open(found: OpenCase): Promise<void> {
    await this.recorder.decide(caseFold(caseIdOf(found)), (state) => openCase(found, state));
  }
}

/** Money in suspense about which nobody is asked, each with the case that is missing. */
export async function unasked(store: EventStore): Promise<OpenCase[]> {
  return (await Promise.all(SUSPENSE_PURSES.map((purse) => unaskedIn(purse, store)))).flat();
}

const PLACES: Readonly<Record<Purse, string>> = { payoutEscrow: 'the payout escrow', feeWallet: 'the fee wallet' };

async function unaskedIn(purse: Purse, store: EventStore): Promise<OpenCase[]> {
  const { state: books } = await load(store, booksOf(purse));
  const missing: OpenCase[] = [];
  for (const [account, balance] of books.balances) {
    // What is finer than six decimals cannot be paid to anybody.
    if (!account.startsWith(SUSPENSE) || microOf(balance) === 0n) continue;
    const hash = account.slice(SUSPENSE.length);
    const kind = SUSPENSE_CASES[purse];
    const subject = await nextSubject(store, kind, hash);
    if (subject === null) continue;
    const txHash = hash === SMALL_ARRIVALS ? null : hash;
    const summary = `RLUSD is in ${PLACES[purse]} for an unknown purpose, and no case asks where it goes.`;
    const [wallet, details] = [books.senders.get(hash) ?? null, { amount: exactText(balance) }];
    missing.push({ kind, subject, summary, wallet, txHash, details });
  }
  return missing;
}

/** The subject of the case that is to be opened about an arrival; null while one is open. */
async function nextSubject(store: EventStore, kind: OpenCase['kind'], hash: string): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    // The first case about small arrivals has a number too.
    const subject = hash === SMALL_ARRIVALS ? `${hash}~${attempt}` : subjectOf(hash, attempt);
    const { status } = (await load(store, caseFold(caseIdOf({ kind, subject })))).state;
    if (status === 'open') return null;
    if (status !== 'resolved') return subject;
  }
}
