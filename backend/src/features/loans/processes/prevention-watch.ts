import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Prevention } from '@tknest/contracts/events';
import type { Day } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { issuerPrevents, LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { LedgerStartUp, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { seePrevention } from '../account/grace.js';
import { loanFold } from '../account/loan.state.js';

const EVERY_MS = 30_000;
const JOB = 'issuer-prevents-repayments';

interface Watched {
  id: number;
  owner: string;
  /** Whether something is due, or the wallet was seen to be frozen: only then is the landlord's wallet looked at. */
  matters: boolean;
}

/** Records for each open loan from when to when RLUSD's issuer prevents its landlord from repaying. */
@Injectable()
export class PreventionWatch implements OnApplicationBootstrap {
  private readonly log = new Logger('Loans');

  constructor(
    @Inject(LEDGER) private readonly ledger: Pick<LedgerPort, 'account' | 'line' | 'validatedIndex' | 'closedAt'>,
    @Inject(CONFIG) private readonly config: { xrpl: Pick<Config['xrpl'], 'rlusdIssuer'> },
    @Inject(DataSource) private readonly db: Pick<DataSource, 'query'>,
    @Inject(PlatformAccounts) private readonly accounts: Pick<PlatformAccounts, 'address'>,
    @Inject(BusinessCalendar) private readonly calendar: Pick<BusinessCalendar, 'dayOf'>,
    private readonly recorder: Recorder,
    private readonly startUp: LedgerStartUp,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(
      EVERY_MS,
      JOB,
      () => this.look(),
      this.log,
      'Whether landlords can repay could not be checked; retrying',
    );
  }

  /** @throws LedgerUnavailable */
  async look(): Promise<void> {
    const loans = await this.openLoans();
    if (loans.length === 0) return;
    const day = await this.day();
    const all = await this.preventsAll();
    for (const { id, owner, matters } of loans) {
      if (!all && !matters) continue;
      const by = all ?? ((await this.line(owner))?.frozen ? 'wallet-freeze' : null);
      await this.recorder.decide(loanFold(id), (loan) => (loan.status === 'none' ? [] : seePrevention(by, day, loan)));
    }
  }

  private openLoans(): Promise<Watched[]> {
    return this.db.query(
      `select property_id as id, owner,
         jsonb_array_length(loan #> '{account,due}') > 0 or loan @? '$.prevented[*] ? (@.until == null)' as matters
       from loans where status = 'open' order by property_id`,
    );
  }

  private async day(): Promise<Day> {
    const ledgerIndex = await this.ledger.validatedIndex();
    return this.calendar.dayOf({ ledgerIndex, closedAt: await this.ledger.closedAt(ledgerIndex) });
  }

  private async preventsAll(): Promise<Prevention | null> {
    const by = issuerPrevents(await this.ledger.account(this.config.xrpl.rlusdIssuer));
    if (by) return by;
    return (await this.line(await this.accounts.address('payoutEscrow')))?.deepFrozen ? 'escrow-freeze' : null;
  }

  private readonly line = (holder: string) => this.ledger.line(holder, this.config.xrpl.rlusdIssuer, CURRENCY.rlusd);
}
