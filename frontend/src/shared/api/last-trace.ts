/** The trace id of the latest call that failed at the server; null if there is none. */
export const lastFailed: { traceId: string | null } = { traceId: null };
