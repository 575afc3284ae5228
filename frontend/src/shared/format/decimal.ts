/** Formats amounts given as decimal text without converting them to JavaScript numbers, so that every digit is kept. */
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';

/** `1,250.00`, `2.668461`: at least two and at most six decimals. */
export const exact = (decimal: string): string => formatRlusd(parseRlusd(decimal));

/** `+46.88`, `−500.00`, `0.00`: incoming and outgoing amounts. */
export const withSign = (decimal: string): string => `${parseRlusd(decimal) > 0n ? '+' : ''}${exact(decimal)}`;
