/**
 * Tables that a backup leaves out: temporary data, and data that must not come back. It contains all tables not named
 * here.
 */
const LEFT_OUT: readonly string[] = [
  // Sessions ended since would be open again.
  'platform.sessions',
  'platform.login_attempts',
  // Contains network addresses, which must not be stored anywhere for more than 30 days.
  'platform.security_log',
  // Current workers and requests to them.
  'platform.leases',
  'platform.lease_holders',
  'platform.worker_requests',
  'platform.projection_rebuilds',
  // Counters per minute and day.
  'platform.rate_limits',
  'platform.request_budgets',
  // Caches.
  'platform.fold_snapshots',
  // Created by the restoring program.
  'platform.migrations',
  'eventstore.marks',
];

/** The log's files in a backup, for either store. */
export const LOG_TABLES = { events: 'eventstore.events', commands: 'eventstore.commands' } as const;

/** Whether a backup includes this table; if the log is on EventStoreDB, its events do not come from PostgreSQL. */
export const isTaken = (table: string, isLogElsewhere: boolean): boolean =>
  !LEFT_OUT.includes(table) && !(isLogElsewhere && Object.values<string>(LOG_TABLES).includes(table));

/** The name of a table's file. */
export const fileOf = (table: string): string => `${table}.copy`;
