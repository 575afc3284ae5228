import type { Path } from 'react-router';

/** A link to the sign-in that returns to the current page, with its search parameters and fragment. */
export const signInFrom = ({ pathname, search, hash }: Path): string =>
  `/auth?from=${encodeURIComponent(pathname + search + hash)}`;
