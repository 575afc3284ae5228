import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { Prevention } from '@tknest/contracts/events';
import type { Day } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { DataSource } from 'typeorm';
import { BusinessCalendar, dayOfIndex } from '#platform/calendar/business-calendar.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { EntryFields, EntryName } from '#platform/ledger/entry-changes.js';
import { issuerPrevents, LEDGER, LedgerUnavailable } from '#platform/ledger/ledger-port.js';
import { lineFactsOf, transferFeeOf } from '#platform/ledger/line-facts.js';
import type { XrplGateway } from '#platform/ledger/xrpl-gateway.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { LedgerStartUp, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import {
  caseFold,
  caseIdOf,
  closing,
  openCase,
  opening,
  type OpenCase,
  type ResolveCase,
} from '#features/operations-cases/rules.public.js';
import { seePreventions } from '../account/grace.js';
import { loanFold } from '../account/loan.state.js';
import { issuerFold, shownBy, type History } from './prevention-history.js';

const EVERY_MS = 30_000;
const JOB = 'issuer-prevents-repayments';
/** About an hour. After a restart, what happened since the recorded ledger is looked at again. */
const CURSOR_EVERY_LEDGERS = 1_000;

interface Watched {
  id: number;
  owner: string;
  /** Whether something is due, or the wallet was seen to be frozen: later looks ask about no other wallet. */
  matters: boolean;
}

/**
 * Records for each open loan from when to when RLUSD's issuer prevents its landlord from repaying. What began and ended
 * since the last look, also while the platform was down, is read from the ledger's history.
 */
@Injectable()
export class PreventionWatch implements OnApplicationBootstrap {
  private readonly log = new Logger(JOB);
  /** The last ledger that this process looked at. */
  private lookedAt = 0;
  /** Loans about which looks fail, with the last ledger as of which they are known. */
  private readonly failing = new Map<number, number>();

  constructor(
    @Inject(LEDGER) private readonly ledger: Pick<XrplGateway, 'changes' | 'validatedIndex' | 'closedAt'>,
    @Inject(CONFIG) private readonly config: { xrpl: Pick<Config['xrpl'], 'rlusdIssuer'> },
    @Inject(DataSource) private readonly db: Pick<DataSource, 'query'>,
    @Inject(PlatformAccounts) private readonly accounts: Pick<PlatformAccounts, 'address'>,
    @Inject(BusinessCalendar) private readonly calendar: Pick<BusinessCalendar, 'dayOf'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly recorder: Recorder,
    private readonly startUp: LedgerStartUp,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(EVERY_MS, JOB, () => this.look(), 'Whether landlords can repay could not be checked; retrying');
  }

  /** @throws LedgerUnavailable */
  async look(): Promise<void> {
    const loans = await this.openLoans();
    const ledgerIndex = await this.ledger.validatedIndex();
    const isFirst = this.lookedAt === 0;
    const { followedTo } = (await load(this.store, issuerFold)).state;
    // Before the first look ever, no day was counted.
    const since = Math.max(followedTo, this.lookedAt) || ledgerIndex;
    if (loans.length > 0) {
      const today = await dayOfIndex(this.calendar, this.ledger)(ledgerIndex);
      const records = await this.compare(loans, isFirst, since, today);
      // A process that starts anew reads again what is not known about one of them.
      const known = Math.min(ledgerIndex, ...loans.map(({ id }) => this.failing.get(id) ?? ledgerIndex));
      if (records || known - followedTo >= CURSOR_EVERY_LEDGERS) await this.follow(known);
    }
    this.lookedAt = ledgerIndex;
  }

  /** @returns whether something was recorded */
  private async compare(loans: readonly Watched[], isFirst: boolean, since: number, today: Day): Promise<boolean> {
    const everybody = await this.everybody(since);
    const isShown = everybody.some(({ now, points }) => now !== null || points.some(({ by }) => by !== null));
    let records = false;
    for (const { id, owner, matters } of loans) {
      const from = this.failing.get(id) ?? since;
      // What happened to a wallet while the platform was down may matter as soon as the days since are processed.
      const asks = matters || isFirst || this.failing.has(id);
      if (!asks && !isShown) continue;
      try {
        const all = this.failing.has(id) ? await this.everybody(from) : everybody;
        const entries = asks ? [...all, await this.line(owner, from, 'wallet-freeze')] : all;
        const { events } = await this.recorder.decide(loanFold(id), (loan) =>
          loan.status === 'none' ? [] : seePreventions(shownBy(entries, today, loan), loan),
        );
        records ||= events.length > 0;
        // An earlier process may have failed.
        if (this.failing.delete(id) || isFirst) await this.tellFailure(id, from, closing);
      } catch (error) {
        if (error instanceof LedgerUnavailable) throw error;
        this.log.error({ err: error, propertyId: id }, 'Whether a landlord can repay could not be checked; retrying');
        this.failing.set(id, from);
        await this.tellFailure(id, from, opening);
      }
    }
    return records;
  }

  private async everybody(since: number): Promise<History[]> {
    return [await this.issuer(since), await this.line(await this.accounts.address('payoutEscrow'), since)];
  }

  private async follow(toLedger: number): Promise<void> {
    await this.recorder.decide(issuerFold, ({ followedTo }) =>
      followedTo < toLedger ? [{ type: 'IssuerFollowed', data: { toLedger } }] : [],
    );
  }

  private openLoans(): Promise<Watched[]> {
    return this.db.query(
      `select property_id as id, owner,
         jsonb_array_length(loan #> '{account,due}') > 0 or loan @? '$.prevented[*] ? (@.until == null)' as matters
       from loans where status = 'open' order by property_id`,
    );
  }

  private issuer(since: number): Promise<History> {
    return this.history(
      { account_root: this.config.xrpl.rlusdIssuer },
      since,
      ['global-freeze', 'transfer-fee'],
      (root) => issuerPrevents({ flags: root.Flags ?? 0, transferFee: transferFeeOf(root) }),
    );
  }

  /** Repayments fail if the escrow's line is frozen deeply, or the wallet's at all. */
  private line(
    holder: string,
    since: number,
    kind: 'escrow-freeze' | 'wallet-freeze' = 'escrow-freeze',
  ): Promise<History> {
    const accounts = [holder, this.config.xrpl.rlusdIssuer] as const;
    return this.history({ ripple_state: { accounts, currency: CURRENCY.rlusd } }, since, [kind], (fields) => {
      const { frozen, deepFrozen } = lineFactsOf(fields, holder);
      return (kind === 'wallet-freeze' ? frozen : deepFrozen) ? kind : null;
    });
  }

  private async history(
    name: EntryName,
    since: number,
    kinds: readonly Prevention[],
    byOf: (fields: EntryFields) => Prevention | null,
  ): Promise<History> {
    const { now, changes, unknownTo } = await this.ledger.changes(name, since);
    if (unknownTo !== null) await this.tell(since + 1, unknownTo);
    const points = changes.map(async ({ ledgerIndex, closedAt, fields }) => ({
      ledgerIndex,
      day: await this.calendar.dayOf({ ledgerIndex, closedAt }),
      by: fields && byOf(fields),
    }));
    return { kinds, points: await Promise.all(points), now: now && byOf(now) };
  }

  /** The other loans go on. */
  private async tellFailure(propertyId: number, since: number, how: typeof opening | typeof closing): Promise<void> {
    const about: OpenCase & ResolveCase = {
      kind: 'ledger-history-gap',
      subject: `loan-${propertyId}`,
      summary:
        `Whether the issuer of RLUSD prevented repayments of this loan since ledger ${since} cannot be read. The ` +
        'platform keeps trying. Until it succeeds, arrears of this loan may be wrong.',
      propertyId,
      resolution: 'corrected',
      note: 'The ledgers were read.',
    };
    const writes = await how(this.store, about, about);
    if (writes.length > 0) await this.recorder.appendMany(writes);
  }

  /** Nothing can be said about these ledgers, so nothing is done but this. */
  private async tell(fromLedger: number, toLedger: number): Promise<void> {
    const about: OpenCase = {
      kind: 'ledger-history-gap',
      subject: `rlusd-issuer-${fromLedger}`,
      summary:
        `Whether the issuer of RLUSD prevented repayments in ledgers ${fromLedger} to ${toLedger} is unknown: no node ` +
        'of XRPL_URL has them, or too much happened in them. Check loans whose arrears began at that time.',
      details: { fromLedger, toLedger },
    };
    await this.recorder.decide(caseFold(caseIdOf(about)), (state) => openCase(about, state));
  }
}
