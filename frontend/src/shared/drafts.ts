/**
 * What was kept in this browser under a key; nothing where it cannot be read. A draft is never a reason for a page not
 * to open.
 */
export function readKept(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A draft laid over what the form starts with; a value of another kind than the form has there is left out. */
export function readDraft<T extends object>(key: string, start: T): T {
  const fits = Object.entries(readKept(key)).filter(
    ([name, value]) => name in start && typeof value === typeof start[name as keyof T],
  );
  return { ...start, ...Object.fromEntries(fits) };
}

/** Keeps a draft on this device, a single word as it is; where the browser refuses, the form goes on without. */
export function keepDraft(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    // Full, or not allowed to.
  }
}

/** A kept text of one word; null where there is none. */
export function readText(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Personal drafts go with the person: none outlives the sign-out, and none shows to another wallet. */
export function forgetPersonalDrafts(but: string | null = null): void {
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith('kyc_') && !(but && key.endsWith(`:${but}`))) localStorage.removeItem(key);
  } catch {
    // Not allowed to: then nothing was kept either.
  }
}
