/**
 * One database, three schemas: the log, which is the truth; the read models, which can be rebuilt from it; and what the
 * platform itself keeps (checkpoints, timers, leases, the vault, sessions).
 *
 * Read models are found by `search_path`, never by a written schema, so that a rebuild can fill the same names in a
 * schema of its own.
 */
export const SCHEMAS = { log: 'eventstore', readModels: 'read_models', platform: 'platform' } as const;

/** What every connection of the program resolves unqualified names by. */
export const SEARCH_PATH = `${SCHEMAS.readModels},${SCHEMAS.platform},public`;

/**
 * Connection start-up options: the search path, an end to transactions that somebody forgot, which would otherwise hold
 * locks and keep dead rows forever, and one to sessions whose client is gone without a word (25 s).
 */
export const CONNECTION_OPTIONS = [
  `search_path=${SEARCH_PATH}`,
  'idle_in_transaction_session_timeout=20000',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

/**
 * Connection start-up options of tools that work under the owner of the log: unqualified names are PostgreSQL's own,
 * never those of a schema in which another role makes what it likes.
 */
export const OWN_NAMES_ONLY = '-c search_path=pg_catalog,pg_temp';
