import { useEffect } from 'react';
import type { FirstScreen } from '../shared/session/first-screen';
import { SIGNED_IN } from '../shared/storage/keys';

/** Pages that show every visitor the same, so that the build renders them. */
export const PRINTED = ['/', '/auth', '/wallet-auth', '/terms', '/privacy', '/risks', '/wallet-guide'] as const;

/** The screen that `index.html` shows. */
export const shownFirst = () => (document.documentElement.dataset.firstScreen as FirstScreen | undefined) ?? null;

/**
 * Leaves a mark for `index.html`, so that a user who was signed in here does not see a visitor's screen while the
 * session is loaded. Nothing else relies on it.
 */
export function useRememberSignedIn(signedIn: boolean | null): void {
  useEffect(() => {
    if (signedIn === null) return;
    SIGNED_IN.write(signedIn ? 'yes' : null);
  }, [signedIn]);
}
