import type { Path } from 'react-router';

/** Where one signs in and comes back from, to the place one is at: page, question and part. */
export const signInFrom = ({ pathname, search, hash }: Path): string =>
  `/auth?from=${encodeURIComponent(pathname + search + hash)}`;
