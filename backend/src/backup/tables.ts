/**
 * Tables that a backup leaves out: what belongs to the moment, and what must not come back. A table that is not named
 * here is in it.
 */
const LEFT_OUT: readonly string[] = [
  // What ended since would be open again.
  'platform.sessions',
  'platform.login_attempts',
  // Holds addresses of the network for 30 days, and nothing else does.
  'platform.security_log',
  // Who is at work now, and what they were asked.
  'platform.leases',
  'platform.lease_holders',
  'platform.worker_requests',
  'platform.projection_rebuilds',
  // Counts of the minute and the day.
  'platform.rate_limits',
  'platform.request_budgets',
  // Save time only.
  'platform.snapshots',
  'platform.fold_snapshots',
  // Made by the program that restores.
  'platform.migrations',
  'eventstore.marks',
];

/** The log's files in a backup, for either store. */
export const LOG_TABLES = { events: 'eventstore.events', commands: 'eventstore.commands' } as const;

/** Whether a backup has this table; with the log on EventStoreDB its events do not come from PostgreSQL. */
export const isTaken = (table: string, isLogElsewhere: boolean): boolean =>
  !LEFT_OUT.includes(table) && !(isLogElsewhere && Object.values<string>(LOG_TABLES).includes(table));

/** The name of a table's file. */
export const fileOf = (table: string): string => `${table}.copy`;
