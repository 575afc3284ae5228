/** What changing calls show beside the cookie. Here and not in the store, whose state is logged, kept and looked at. */
export const antiForgery = { token: null as string | null };
