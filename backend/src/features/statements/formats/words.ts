import type { StatementMovement, StatementView } from '@tknest/contracts/api';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import { countedTokens, movementName, propertyName } from '@tknest/contracts/words';

/** The names of movements in a statement. */
export const whatOf = ({ type, amount }: Pick<StatementMovement, 'type' | 'amount'>): string =>
  movementName(type, amount.startsWith('-') ? 'out' : 'in');

/** The subject of a movement: the property and its tokens, or the other party. */
export function detailOf({ property, tokens, counterparty }: StatementMovement): string {
  const about = property ? propertyName(property) : counterparty;
  const counted = tokens === null ? null : countedTokens(tokens);
  return [about, counted].filter(Boolean).join(', ');
}

/** The parts of a rent share; empty for other movements. @param written how amounts are written */
export function partsOf({ interest, principal, fee }: StatementMovement, written = (amount: string) => amount): string {
  if (interest === null || principal === null) return '';
  const parts = [`interest ${written(interest)}`, `returned principal ${written(principal)}`];
  if (fee !== null && parseRlusd(fee) !== 0n) parts.push(`platform fee ${written(`-${fee}`)}`);
  return parts.join(', ');
}

/** The day (UTC) of an instant. */
export const dayOf = (at: string): string => at.slice(0, 10);

/** The time as of which the statement is valid: the end of its period, or of the events so far. */
export const asOf = ({ running, to, from, movements }: StatementView): string =>
  running ? (movements.at(-1)?.at ?? `${from}T00:00:00Z`) : `${to}T23:59:59Z`;

/** Part of a file name: `statement-2026-11`. */
export const fileNameOf = ({ period }: StatementView): string => `statement-${period}`;

/** A movement, or a part of one, in words for the account's owner. */
export interface Entry {
  movement: StatementMovement;
  part: 'interest' | 'principal' | 'fee' | null;
  what: string;
  /** RLUSD, signed decimal text. */
  amount: string;
}

/** A rent share is split into its parts, because each is booked to a different account; the sum stays the same. */
export function entriesOf({ movements }: StatementView): Entry[] {
  return movements.flatMap((movement): Entry[] => {
    const { interest, principal, fee } = movement;
    const what = whatOf(movement);
    if (interest === null || principal === null) return [{ movement, part: null, what, amount: movement.amount }];
    const parts: Entry[] = [
      { movement, part: 'interest', what: `${what}: interest`, amount: interest },
      { movement, part: 'principal', what: `${what}: returned principal`, amount: principal },
      { movement, part: 'fee', what: `${what}: platform fee`, amount: toDecimal(-parseRlusd(fee ?? '0')) },
    ];
    return parts.filter(({ amount }) => parseRlusd(amount) !== 0n);
  });
}

/** A statement as a file. */
export interface FormattedStatement {
  body: Buffer;
  /** Media type, with its character set if it has one. */
  type: string;
  name: string;
}
