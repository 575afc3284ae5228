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
 * Connection start-up options: the search path, and an end to transactions that somebody forgot, which would otherwise
 * hold locks and keep dead rows for ever.
 */
export const CONNECTION_OPTIONS = `-c search_path=${SEARCH_PATH} -c idle_in_transaction_session_timeout=60000`;
