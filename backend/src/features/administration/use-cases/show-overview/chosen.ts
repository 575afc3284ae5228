/** What a filter asks for; null where it lets everything through. */
export const chosen = (text: string | undefined): string | null =>
  text !== undefined && text.trim() !== '' && text !== 'all' ? text.trim() : null;
