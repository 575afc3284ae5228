/**
 * Whether the user is signing out right now, so that the end of the session is expected. The frame resets it at the
 * next sign-in.
 */
export const leaving = { now: false };
