import { createContext, useContext, useEffect } from 'react';
import { SIGNED_IN } from '../shared/storage/keys';

/** The screens that the build prerenders into `index.html`, so that visitors see them before JavaScript loads. */
export const FIRST_SCREENS = ['gate', 'landing'] as const;
export type FirstScreen = (typeof FIRST_SCREENS)[number];

/** The screen that is already in the page while the session is loaded. */
export const FirstScreenContext = createContext<FirstScreen | null>(null);
export const useFirstScreen = () => useContext(FirstScreenContext);

/** The screen that `index.html` chose to show. */
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
