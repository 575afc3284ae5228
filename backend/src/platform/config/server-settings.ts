/** How a process serves and ends, and how many connections it holds; `docs/settings.md` explains each variable. */
export interface ServerSettings {
  /** Of its two pools together. */
  databaseConnections: number;
  /** For so long readiness says no before the first connection is closed, seconds. */
  shutdownDelaySeconds: number;
  /** How long requests under way may take after that, in milliseconds. */
  drainMs: number;
  /** How long an idle connection of a client is kept: longer than the proxy keeps it. */
  keepAliveSeconds: number;
}

type Integer = (name: string, fallback: number, min: number, max: number) => number;

const DRAIN_MS = { production: 10_000, laptop: 1_500 };

/** Reads them. On a laptop there is no proxy that has to notice a shutdown. */
export function readServerSettings(production: boolean, integer: Integer): ServerSettings {
  return {
    databaseConnections: integer('DATABASE_CONNECTIONS', 40, 10, 400),
    shutdownDelaySeconds: integer('SHUTDOWN_DELAY_SECONDS', production ? 5 : 0, 0, 60),
    drainMs: production ? DRAIN_MS.production : DRAIN_MS.laptop,
    keepAliveSeconds: integer('KEEP_ALIVE_SECONDS', 75, 5, 3_600),
  };
}
