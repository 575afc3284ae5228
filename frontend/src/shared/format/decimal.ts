/** Amounts as calls give them in decimal text: every digit is kept, no JavaScript number is made of them. */
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';

/** `1,250.00`, `2.668461`: at least two and at most six decimals. */
export const exact = (decimal: string): string => formatRlusd(parseRlusd(decimal));

/** `+46.88`, `−500.00`, `0.00`: what came in and what left. */
export const withSign = (decimal: string): string => `${parseRlusd(decimal) > 0n ? '+' : ''}${exact(decimal)}`;
