/** How the log names the latest call that failed at the server; null where none has. */
export const lastFailed: { traceId: string | null } = { traceId: null };
