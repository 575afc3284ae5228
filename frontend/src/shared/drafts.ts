/**
 * What somebody has typed and not sent yet. It lives in this tab (`sessionStorage`), per form and wallet; the KYC
 * application alone outlives the tab, under keys that begin with kyc_ (D1 §4).
 */
const LASTING = 'kyc_';
const OF_TAB = 'draft:';
const placeOf = (key: string): Storage => (key.startsWith(LASTING) ? localStorage : sessionStorage);

/**
 * The key of a form's draft.
 * @param form distinguishes it from other forms, and from the same form about another thing
 */
export const draftKey = (form: string, wallet: string): string => `${OF_TAB}${form}:${wallet}`;

/**
 * What was kept in this browser under a key; nothing if it cannot be read. A draft is never a reason for a page not
 * to open.
 */
export function readKept(key: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(placeOf(key).getItem(key) ?? '{}');
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

/** Keeps a draft on this device, a single word unchanged; if the browser refuses, the form works without. */
export function keepDraft(key: string, value: unknown): void {
  try {
    placeOf(key).setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    // Full, or not allowed to.
  }
}

/** A draft was sent, or is not wanted any more. */
export function forgetDraft(key: string): void {
  try {
    placeOf(key).removeItem(key);
  } catch {
    // Not allowed to: then nothing was kept either.
  }
}

/** A kept text of one word; null if there is none. */
export function readText(key: string): string | null {
  try {
    return placeOf(key).getItem(key);
  } catch {
    return null;
  }
}

/** Personal drafts are deleted at the sign-out, and never shown to another wallet. */
export function forgetPersonalDrafts(but: string | null = null): void {
  try {
    for (const [place, prefix] of [
      [localStorage, LASTING],
      [sessionStorage, OF_TAB],
    ] as const)
      for (const key of Object.keys(place))
        if (key.startsWith(prefix) && !(but && key.endsWith(`:${but}`))) place.removeItem(key);
  } catch {
    // Not allowed to: then nothing was kept either.
  }
}
