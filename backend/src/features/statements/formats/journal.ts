import type { StatementMovement, StatementView } from '@tknest/contracts/api';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import { CARRIED } from '@tknest/contracts/papers';
import { propertyName } from '@tknest/contracts/words';
import { detailOf, fileNameOf, whatOf, type FormattedStatement } from './words.js';

const MONEY = 'assets:platform:rlusd';

/**
 * A journal for plain-text accounting, in the format of hledger and ledger: opening, each movement with its
 * transaction, and the closing as a balance assertion, so that an import notices a missing line. The opening is a
 * balance assignment: after the previous month's journal it adds nothing, so months can be imported together.
 */
export function journal(statement: StatementView): FormattedStatement {
  const { period, wallet, from, opening, closing, movements, log } = statement;
  const last = movements.at(-1)?.date ?? from;
  const text = [
    `; Statement ${period} of ${wallet}, from log position ${log.position}, seal ${log.seal}`,
    `; ${CARRIED.note}`,
    'commodity 1000.000000 RLUSD',
    '',
    `${from} * Opening`,
    `    ${MONEY}  = ${opening} RLUSD`,
    '    equity:opening',
    ...movements.map(transaction),
    '',
    `${last} * Closing`,
    `    ${MONEY}  0 RLUSD = ${closing} RLUSD`,
  ];
  return {
    body: Buffer.from(`${text.join('\n')}\n`),
    type: 'text/plain; charset=utf-8',
    name: `${fileNameOf(statement)}.journal`,
  };
}

function transaction(movement: StatementMovement): string {
  const detail = detailOf(movement);
  return [
    '',
    `${movement.date} * (${movement.txHash}) ${plain([whatOf(movement), detail].filter(Boolean).join(', '))}`,
    posting(MONEY, movement.amount),
    ...against(movement),
  ].join('\n');
}

/** Where the money came from or went: the other half of the double entry. */
function against(movement: StatementMovement): string[] {
  const { type, amount, interest, principal, fee, property } = movement;
  const of = property ? `:${account(propertyName(property))}` : '';
  if (interest !== null && principal !== null)
    return [
      posting(`income:interest${of}`, negated(interest)),
      posting(`assets:tokens${of}`, negated(principal)),
      posting(`expenses:platform fees${of}`, fee ?? '0'),
    ].filter((line) => !line.endsWith('  0 RLUSD'));
  // A refunded payment between two people that bought nothing.
  const side = type === 'refund' && !property ? 'direct_payment' : type;
  return [posting(`${OTHER_SIDE[side](amount.startsWith('-'))}${of}`, negated(amount))];
}

/** Accounts by whether money left the wallet: tokens are the investor's asset and the landlord's debt. */
const OTHER_SIDE: Record<StatementMovement['type'], (left: boolean) => string> = {
  purchase: (left) => (left ? 'assets:tokens' : 'liabilities:property funding'),
  // The other way around: the money that leaves belongs to the landlord, who refunds a purchase.
  refund: (left) => (left ? 'liabilities:property funding' : 'assets:tokens'),
  rent_share: () => 'income:rent',
  repayment: (left) => (left ? 'liabilities:property funding' : 'assets:tokens'),
  deposit: () => 'assets:deposits',
  withdrawal: () => 'assets:deposits',
  direct_payment: () => 'equity:transfers',
  fee: () => 'expenses:platform fees',
};

const posting = (name: string, amount: string) => `    ${name}  ${amount} RLUSD`;
const negated = (amount: string): string => toDecimal(-parseRlusd(amount));

/** A text on one line: `;` would begin a comment, `|` ends a payee, and control characters end lines. */
const plain = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp};|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** One level of an account's name: `:` would divide it, and two spaces would end it. */
const account = (text: string): string =>
  plain(text)
    .replace(/[:()[\]"]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim() || 'property';
