/**
 * The token that changing calls send besides the cookie. Kept here and not in the store, because the store's state may
 * be logged, stored and inspected.
 */
export const antiForgery = { token: null as string | null };
