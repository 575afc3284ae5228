/**
 * Whether somebody is signing out at this moment: the end of their session is then no accident. The frame forgets it
 * with the next sign-in.
 */
export const leaving = { now: false };
