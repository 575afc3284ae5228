/** So many rows of an export are asked for at a time. */
export const EXPORT_ROWS = 2_000;

/** What a filter asks for; null where it lets everything through. */
export const chosen = (text: string | undefined): string | null =>
  text !== undefined && text.trim() !== '' && text !== 'all' ? text.trim() : null;
