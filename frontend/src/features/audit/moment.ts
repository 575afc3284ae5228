import { zone } from '../../shared/format/zone';

/** A position or a time of the log, as the address holds it; neither is now, which follows the log. */
export interface Moment {
  position?: string;
  at?: string;
}

/** As the calls write a position: comparable as text. */
const DIGITS = 20;
export const positionOf = (value: number): string => String(value).padStart(DIGITS, '0');
export const BEFORE_ALL: Moment = { position: positionOf(0) };

/** The moment in an address; null if it is invalid. */
export function momentOf(params: URLSearchParams): Moment | null {
  const [position, at] = [params.get('position'), params.get('at')];
  if (position) return /^\d{1,20}$/.test(position) ? { position: position.padStart(DIGITS, '0') } : null;
  if (!at) return {};
  const time = Date.parse(at);
  return Number.isNaN(time) ? null : { at: new Date(time).toISOString() };
}

const POLL_MS = 30_000;
/** How often the state at a moment is loaded again: "now" follows the log, any other moment never changes. */
export const pollingOf = ({ position, at }: Moment) => ({ pollingInterval: position || at ? 0 : POLL_MS });

/** As `datetime-local` wants it: in the zone that times are shown in, to the second. */
export function toField(iso: string): string {
  const date = new Date(iso);
  if (zone() === 'utc') return date.toISOString().slice(0, 19);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** The end of the second in a `datetime-local` value, which omits zero seconds; null if it is incomplete. */
export function fromField(value: string): Moment | null {
  const time = Date.parse(zone() === 'utc' ? `${value}Z` : value);
  return Number.isNaN(time) ? null : { at: new Date(Math.floor(time / 1000) * 1000 + 999).toISOString() };
}
