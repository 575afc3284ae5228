import { createContext, useContext } from 'react';

/**
 * What a document can hold as HTML, so that visitors see it before JavaScript loads: the access code page, and the
 * page of its own address.
 */
export type FirstScreen = 'gate' | 'page';

/** The screen that is already in the page while the session is loaded. */
export const FirstScreenContext = createContext<FirstScreen | null>(null);
export const useFirstScreen = () => useContext(FirstScreenContext);
