/** A text as a part of a LIKE pattern, in which it matches only itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
