import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { formatRlusd } from '@tknest/contracts/money';
import { PROPOSAL } from '@tknest/contracts/rules';
import { existsSync } from 'node:fs';
import type { Pool } from 'pg';
import { LEDGER_TIME, type LedgerTime } from '#platform/ledger/ledger-time.js';
import { Draining } from '#platform/http/draining.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { POOL } from '#platform/database/pool.js';
import { MayGoOn } from '#platform/ledger/accounts/account-gate.js';
import { AnchorAge } from '#features/anchoring/module.public.js';
import { HistoryGaps } from '#platform/ledger/history-gaps.js';
import { XrplConnection } from '#platform/ledger/xrpl-connection.js';
import { PlatformHealth } from '#platform/platform-health.js';
import { personsNamed } from '#features/proposals/module.public.js';
import { LedgerStartUp } from '#features/platform-accounts/module.public.js';
import { ListKeeper } from '#features/screening/module.public.js';

type Report = Awaited<ReturnType<PlatformHealth['report']>>;

export interface Readiness extends Pick<Report, 'log' | 'readModels' | 'processes'> {
  /**
   * `announcing`: only the launcher's file (`runtime.json`) is missing. `left`: the launcher was killed; the next one
   * ends this process. `ending`: it accepts no new requests.
   */
  status: 'ready' | 'announcing' | 'left' | 'starting' | 'ending';
  /** What a starting process waits for, each as a sentence for people; empty once it is there. */
  waitsFor: string[];
  database: boolean;
  /** The number of processes that currently work as workers; null if the database is unavailable. */
  workers: number | null;
  ledger: {
    connected: boolean;
    validated: number;
    /** Why the node in use cannot be trusted to be current; null if it can: degraded, not unready. */
    node: string | null;
    accounts: boolean;
    /** XRP that the platform's accounts lack for their reserves, by account; empty if none does. */
    lacksXrp: Record<string, number>;
    /** What is wrong with this machine's clock, as the ledger shows it; null if nothing is. */
    clock: string | null;
    /** Accounts that sign nothing yet, with the reason: degraded, not unready. */
    shut: Record<string, string>;
    /** What waits for ledgers that no node has, and whether the nodes keep too few; null if nothing is wrong. */
    history: string | null;
  };
  /** A message if the newest anchor of the log on the ledger is too old; otherwise null. */
  anchors: string | null;
  /** Why no action that takes two people is possible; null if it is. */
  twoPeople: string | null;
  /** The daily caps on what proposals pay out and issue; null if one person may act alone, without caps. */
  dailyCaps: { rlusd: string; tokens: string } | null;
}

const WORKERS = 'select count(*)::int as many from platform.lease_holders where until >= clock_timestamp()';
const TOO_FEW =
  'ADMIN_WALLETS names fewer than two people, so manual payouts, manual issuances and bulk lists are refused';

/**
 * Whether users can be served: database and log available, ledger accounts set up, read models caught up once, a
 * sanctions list loaded.
 */
export class AskReadiness extends Query<Readiness> {}

@QueryHandler(AskReadiness)
export class AskReadinessHandler implements IQueryHandler<AskReadiness> {
  /** The parent process's id, which changes once the parent has ended. */
  parent = () => process.ppid;
  private readonly launcher = this.parent();
  private announced = false;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly startUp: LedgerStartUp,
    private readonly connection: XrplConnection,
    private readonly platform: PlatformHealth,
    @Inject(CONFIG)
    private readonly config: Pick<Config, 'announcementFile' | 'fourEyes' | 'adminWallets' | 'persons' | 'dailyCaps'>,
    private readonly gaps: HistoryGaps,
    private readonly mayGoOn: MayGoOn,
    private readonly anchors: AnchorAge,
    @Inject(LEDGER_TIME) private readonly time: Pick<LedgerTime, 'problem'> | null,
    private readonly draining: Draining,
    private readonly lists: ListKeeper,
  ) {}

  async execute(): Promise<Readiness> {
    const workers = await this.pool.query(WORKERS).then(
      ({ rows: [row] }) => row.many as number,
      () => null,
    );
    const database = workers !== null;
    const { log, started, readModels, processes } = await this.platform.report();
    const waitsFor = [
      ...(database ? [] : ['Waiting for the database.']),
      ...(log.ready ? [] : ['Waiting for the event log.']),
      ...(started ? [] : ['Waiting until the lists and pages are built from the event log.']),
      ...this.startUp.waitsFor(),
      ...(this.lists.loaded ? [] : ['Waiting for the sanctions list.']),
    ];
    return {
      status: waitsFor.length === 0 ? this.whenAllIsThere() : 'starting',
      waitsFor,
      database,
      workers,
      log,
      ledger: {
        connected: this.connection.connected,
        validated: this.connection.validatedIndex,
        node: this.connection.problem(),
        accounts: this.startUp.ready,
        lacksXrp: this.startUp.lacksXrp,
        clock: this.time?.problem() ?? null,
        shut: this.mayGoOn.shut(),
        history: this.gaps.problem(),
      },
      twoPeople: this.config.fourEyes && personsNamed(this.config) < PROPOSAL.persons ? TOO_FEW : null,
      anchors: database ? await this.anchors.problem().catch(() => null) : null,
      dailyCaps: this.config.fourEyes
        ? { rlusd: formatRlusd(this.config.dailyCaps.rlusd), tokens: formatRlusd(this.config.dailyCaps.tokens) }
        : null,
      readModels,
      processes,
    };
  }

  /** A client that waited for `ready` must find the file. Once announced, it stays announced. */
  private whenAllIsThere(): 'ready' | 'announcing' | 'left' | 'ending' {
    if (this.draining.isEnding) return 'ending';
    const { announcementFile } = this.config;
    if (announcementFile !== null && this.parent() !== this.launcher) return 'left';
    this.announced ||= announcementFile === null || existsSync(announcementFile);
    return this.announced ? 'ready' : 'announcing';
  }
}
