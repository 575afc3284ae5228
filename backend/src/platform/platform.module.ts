import {
  Global,
  Inject,
  Injectable,
  Logger,
  Module,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import type { Pool } from 'pg';
import { BusinessCalendar } from './calendar/business-calendar.js';
import { CONFIG, type Config } from './config/config.js';
import { dataSourceOptions } from './database/data-source.js';
import { Jobs } from './consumers/jobs.js';
import { LeaseKeeper } from './consumers/leases.js';
import { LogTail } from './consumers/log-tail.js';
import { createPool, POOL } from './database/pool.js';
import { CataloguedEventStore } from './event-store/catalogued-event-store.js';
import { EVENT_STORE, type EventStore } from './event-store/event-store.js';
import { openLog, snapshotsIn } from './event-store/open-log.js';
import { STORED_LOG, type StoredLog } from './event-store/stored-log.js';
import { endWithLog } from './consumers/log-refusals.js';
import { Draining } from './http/draining.js';
import { PageHeads } from './http/page-heads.js';
import { CostlyWork } from './http/costly-work.js';
import { UploadQuotas } from './http/uploads/upload-quotas.js';
import { FailedEvents } from './failed-events.js';
import { PlatformFigures } from './telemetry/platform-figures.js';
import { PlatformHealth } from './platform-health.js';
import { ProcessRegistry } from './processes/process-registry.js';
import { ProcessRunner } from './processes/process-runner.js';
import { ProjectionRegistry } from './projections/projection-registry.js';
import { ReadModels } from './projections/read-models.js';
import { KeyRing } from './vault/key-ring.js';
import { macsOf } from './vault/ring-macs.js';
import { SecurityRecords } from './telemetry/security-records.js';
import { crashingBlobs, crashingStore } from './ledger/crashing-ports.js';
import { VaultBlobs } from './ledger/submissions/vault-blobs.js';
import { SecretVault } from './vault/secret-vault.js';
import { VaultService } from './vault/vault.service.js';
import { WorkerRequests } from './worker-requests/worker-requests.js';

/** Loads replaced keys, and closes the store after all of its consumers. */
@Injectable()
class StoreLifetime implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Ending');

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(STORED_LOG) private readonly store: StoredLog,
    private readonly ring: KeyRing,
    private readonly processes: ProcessRunner,
    private readonly readModels: ReadModels,
    private readonly security: SecurityRecords,
    private readonly requests: WorkerRequests,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.ring.open(this.pool);
    this.ring.follow();
  }

  async onApplicationShutdown(): Promise<void> {
    // Shutdown hooks of one module run in parallel, so wait for those that still need the store.
    await Promise.all([
      this.processes.onApplicationShutdown(),
      this.readModels.onApplicationShutdown(),
      this.security.onApplicationShutdown(),
      this.requests.onApplicationShutdown(),
    ]);
    this.log.log('Read models and processes have stopped');
    this.ring.close();
    await this.store.close();
    await this.pool.end();
    this.log.log('The event log and the database are closed');
  }
}

/** What all features use: database, event store, read models, processes, vault, business calendar. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: ({ databaseUrl, databaseConnections: both }: Config) => ({
        ...dataSourceOptions(databaseUrl, [], Math.floor(both / 2)),
        autoLoadEntities: true,
      }),
    }),
  ],
  providers: [
    {
      provide: POOL,
      useFactory: ({ databaseUrl, databaseConnections: both }: Config) => createPool(databaseUrl, Math.ceil(both / 2)),
      inject: [CONFIG],
    },
    {
      provide: STORED_LOG,
      useFactory: (pool: Pool, { eventStore }: Config, ring: KeyRing) =>
        openLog(pool, eventStore, (error) => void endWithLog(pool, error), macsOf(ring)),
      inject: [POOL, CONFIG, KeyRing],
    },
    {
      provide: EVENT_STORE,
      useFactory: (stored: EventStore, pool: Pool, ring: KeyRing, { sandbox }: Config) => {
        const store = new CataloguedEventStore(stored, EVENT_CATALOGUE, UPCASTERS, snapshotsIn(pool, ring));
        return crashingStore(store, sandbox);
      },
      inject: [STORED_LOG, POOL, KeyRing, CONFIG],
    },
    {
      provide: LeaseKeeper,
      useFactory: (config: Config) =>
        new LeaseKeeper({ connectionString: config.databaseUrl }, {}, config.role !== 'web'),
      inject: [CONFIG],
    },
    {
      provide: LogTail,
      useFactory: (stored: StoredLog, store: CataloguedEventStore) =>
        new LogTail(stored, (event) => store.upcast(event)),
      inject: [STORED_LOG, EVENT_STORE],
    },
    Jobs,
    WorkerRequests,
    ProjectionRegistry,
    ReadModels,
    ProcessRegistry,
    ProcessRunner,
    FailedEvents,
    PlatformFigures,
    PlatformHealth,
    VaultService,
    SecretVault,
    {
      provide: VaultBlobs,
      useFactory: (vault: VaultService, secrets: SecretVault, { sandbox }: Config) =>
        crashingBlobs(new VaultBlobs(vault, secrets), sandbox),
      inject: [VaultService, SecretVault, CONFIG],
    },
    UploadQuotas,
    CostlyWork,
    SecurityRecords,
    BusinessCalendar,
    Draining,
    PageHeads,
    StoreLifetime,
  ],
  exports: [
    POOL,
    EVENT_STORE,
    STORED_LOG,
    Jobs,
    WorkerRequests,
    ProjectionRegistry,
    ReadModels,
    ProcessRegistry,
    FailedEvents,
    PlatformHealth,
    VaultService,
    SecretVault,
    VaultBlobs,
    UploadQuotas,
    CostlyWork,
    SecurityRecords,
    BusinessCalendar,
    Draining,
    PageHeads,
  ],
})
export class PlatformModule {}
