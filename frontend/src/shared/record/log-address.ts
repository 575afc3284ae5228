/** The event log's page, beginning with a position. */
export const logAddress = (position: string): string =>
  `/audit/events?after=${String(Math.max(0, Number(position) - 1)).padStart(position.length, '0')}`;
