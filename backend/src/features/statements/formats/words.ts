import type { StatementMovement, StatementView } from '@tknest/contracts/api';
import { parseRlusd, toDecimal, type Day } from '@tknest/contracts/money';
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

/** The last day that the statement covers: that of its last movement while its period runs. */
export const lastDay = ({ running, to, from, movements }: StatementView): Day =>
  running ? (movements.at(-1)?.date ?? from) : to;

/** The time as of which the statement is valid: the end of that day. */
export const asOf = (statement: StatementView): string => `${lastDay(statement)}T23:59:59Z`;

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
