import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { HistoryGaps } from '#platform/ledger/history-gaps.js';
import { LedgerHistory } from '#platform/ledger/ledger-history.js';
import { LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { caseFold, caseIdOf } from '#features/operations-cases/rules.public.js';
import { LedgerStartUp } from '#features/platform-accounts/module.public.js';
import { Cursors } from './cursors.js';
import { Findings } from './findings.js';

const EVERY_MS = 15_000;
const KIND = 'ledger-history-gap' as const;

/**
 * Reports at startup whether the nodes keep enough ledgers, and opens a case for each gap that does not close by
 * itself.
 */
@Injectable()
export class HistoryWatch {
  private readonly log = new Logger('LedgerHistory');
  private told: string | null = null;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly connection: XrplConnection,
    private readonly gaps: HistoryGaps,
    private readonly findings: Findings,
    private readonly cursors: Cursors,
    private readonly startUp: LedgerStartUp,
  ) {}

  @Interval(EVERY_MS)
  async tick(): Promise<void> {
    if (!this.startUp.ready) return;
    await this.look().catch((error: unknown) => {
      if (!(error instanceof LedgerUnavailable))
        this.log.warn({ err: error }, 'The nodes’ history could not be checked');
    });
  }

  /** @throws LedgerUnavailable */
  async look(): Promise<void> {
    const first = await this.cursors.firstLedger();
    const complete = await new LedgerHistory(this.connection).complete();
    const { validatedIndex } = this.connection;
    const problem = validatedIndex > 0 ? this.gaps.judge(complete, first, validatedIndex) : null;
    if (problem !== null && this.told === null) this.log.warn(problem);
    this.told = problem;
    for (const { what, fromLedger, toLedger, ageMs } of this.gaps.old()) {
      const { state } = await load(this.store, caseFold(caseIdOf({ kind: KIND, subject: what })));
      if (state.status === 'open') continue;
      const summary =
        `${what} has been waiting for ${Math.round(ageMs / 60_000)} minutes for ledgers ${fromLedger} to ${toLedger}, ` +
        'which no node of XRPL_URL has. Add one that does; everything else continues.';
      await this.findings.report({ kind: KIND, summary, details: { fromLedger, toLedger } }, { subject: what });
    }
  }
}
