/**
 * How a process serves requests and shuts down, and its number of connections; `docs/settings.md` explains each
 * variable.
 */
export interface ServerSettings {
  /** Database connections of its two pools together. */
  databaseConnections: number;
  /** How long readiness reports "not ready" before the first connection is closed, in seconds. */
  shutdownDelaySeconds: number;
  /** How long requests in progress may take after that, in milliseconds. */
  drainMs: number;
  /** How long an idle client connection is kept open: longer than the proxy keeps it. */
  keepAliveSeconds: number;
}

type Integer = (name: string, fallback: number, min: number, max: number) => number;

const DRAIN_MS = { production: 10_000, laptop: 1_500 };

/** Reads the settings. In development there is no proxy that must notice a shutdown. */
export function readServerSettings(production: boolean, integer: Integer): ServerSettings {
  return {
    databaseConnections: integer('DATABASE_CONNECTIONS', 40, 10, 400),
    shutdownDelaySeconds: integer('SHUTDOWN_DELAY_SECONDS', production ? 5 : 0, 0, 60),
    drainMs: production ? DRAIN_MS.production : DRAIN_MS.laptop,
    keepAliveSeconds: integer('KEEP_ALIVE_SECONDS', 75, 5, 3_600),
  };
}
