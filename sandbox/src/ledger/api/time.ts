/** Seconds between 1970 and 2000, the ledger's epoch. */
const RIPPLE_EPOCH = 946_684_800;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const date = (seconds: number): Date => new Date((seconds + RIPPLE_EPOCH) * 1000);

/** 2026-11-21T08:13:39Z */
export const isoTime = (seconds: number): string => date(seconds).toISOString().replace('.000', '');

/** 2026-Nov-21 08:13:39 UTC */
export const humanTime = (seconds: number): string => serverTime(date(seconds)).replace(/\.\d+/, '');

/** 2026-Nov-21 08:13:39.123000 UTC */
export function serverTime(at: Date): string {
  const iso = at.toISOString();
  return `${iso.slice(0, 4)}-${MONTHS[at.getUTCMonth()]}-${iso.slice(8, 10)} ${iso.slice(11, 23)}000 UTC`;
}
