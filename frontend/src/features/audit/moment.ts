import { zone } from '../../shared/format/zone';

/** A position or a time of the log, from the address; neither means now, which follows the log. */
export interface Moment {
  position?: string;
  at?: string;
}

/** A position as in the API, comparable as text. */
const DIGITS = 20;
export const positionOf = (value: number): string => String(value).padStart(DIGITS, '0');
export const BEFORE_ALL: Moment = { position: positionOf(0) };

/** The position or time in an address; null if it is not valid. */
export function momentOf(params: URLSearchParams): Moment | null {
  const [position, at] = [params.get('position'), params.get('at')];
  if (position) return /^\d{1,20}$/.test(position) ? { position: position.padStart(DIGITS, '0') } : null;
  if (!at) return {};
  const time = Date.parse(at);
  return Number.isNaN(time) ? null : { at: new Date(time).toISOString() };
}

const POLL_MS = 30_000;
/** How often the state is loaded again, in milliseconds: "now" follows the log, any other time never changes. */
export const pollingOf = ({ position, at }: Moment) => ({ pollingInterval: position || at ? 0 : POLL_MS });

/** In the format of `datetime-local`: in the displayed time zone, to the second. */
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
