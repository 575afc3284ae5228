import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { POOL } from '../../../../platform/database/pool.js';
import { XrplConnection } from '../../../../platform/ledger/xrpl-connection.js';
import { PlatformHealth } from '../../../../platform/platform-health.js';
import { LedgerStartUp } from '../../../tokens/tokens.public.js';

type Report = Awaited<ReturnType<PlatformHealth['report']>>;

export interface Readiness extends Pick<Report, 'log' | 'readModels' | 'processes'> {
  status: 'ready' | 'starting';
  database: boolean;
  ledger: {
    connected: boolean;
    validated: number;
    accounts: boolean;
    /** XRP that the platform's accounts lack for their reserves, by account; empty where none does. */
    lacksXrp: Record<string, number>;
  };
}

/** Whether people can be served: database, log, ledger accounts set up, read models caught up once. */
export class AskReadiness extends Query<Readiness> {}

@QueryHandler(AskReadiness)
export class AskReadinessHandler implements IQueryHandler<AskReadiness> {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly startUp: LedgerStartUp,
    private readonly connection: XrplConnection,
    private readonly platform: PlatformHealth,
  ) {}

  async execute(): Promise<Readiness> {
    const database = await this.pool.query('select 1').then(
      () => true,
      () => false,
    );
    const { log, started, readModels, processes } = await this.platform.report();
    const accounts = this.startUp.ready;
    return {
      status: database && log.ready && accounts && started ? 'ready' : 'starting',
      database,
      log,
      ledger: {
        connected: this.connection.connected,
        validated: this.connection.validatedIndex,
        accounts,
        lacksXrp: this.startUp.lacksXrp,
      },
      readModels,
      processes,
    };
  }
}
