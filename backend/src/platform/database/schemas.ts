/**
 * One database, three schemas: the log, which is the truth; the read models, which can be rebuilt from it; and what the
 * platform itself keeps (checkpoints, timers, leases, the vault, sessions).
 *
 * Read models are found through `search_path`, never by an explicit schema, so that a rebuild can fill tables with the
 * same names in another schema.
 */
export const SCHEMAS = { log: 'eventstore', readModels: 'read_models', platform: 'platform' } as const;

/** The search path of every connection of the program. */
const SEARCH_PATH = `${SCHEMAS.readModels},${SCHEMAS.platform},public`;

/**
 * Connection start-up options: the search path, a timeout for abandoned transactions, which would otherwise hold locks
 * and keep dead rows forever, and one for sessions with a silently lost client (25 s).
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
 * Connection start-up options of tools that run as the owner of the log: unqualified names are only PostgreSQL's own,
 * never those of a schema in which another role may create objects.
 */
export const OWN_NAMES_ONLY = '-c search_path=pg_catalog,pg_temp';
