import type { ReceiptLeg, ReceiptView } from '@tknest/contracts/api';
import { dayInWords, formatRlusd, monthInWords, parseRlusd } from '@tknest/contracts/money';
import { totalOfLegs } from '@tknest/contracts/papers';
import { countedTokens, propertyName, receiptFee, RECEIPT_KINDS, RECEIPT_LEGS } from '@tknest/contracts/words';
import { DIM, instant, Paper, type Column } from '#platform/pdf/paper.js';

const PROOF =
  'Each transaction can be looked up by its hash on the XRP Ledger. The proof file of this payment, which can be checked' +
  ' without the platform, can be downloaded next to this receipt.';

const rlusd = (amount: bigint): string => `${formatRlusd(amount)} RLUSD`;
const money = (text: string): string => rlusd(parseRlusd(text));
const LEDGER = new Intl.NumberFormat('en-US');
const amountOf = ({ currency, amount }: ReceiptLeg): string =>
  currency === 'RLUSD' ? money(amount) : countedTokens(amount);

/** A receipt's file, named after its day and its first transaction. @param extension without the dot */
export const receiptFileName = (
  { settledAt, legs }: Pick<ReceiptView, 'settledAt' | 'legs'>,
  extension: string,
): string => `receipt-${settledAt.slice(0, 10)}-${legs[0]!.hash.slice(0, 8)}.${extension}`;

/** A receipt as a PDF. The same payment gives the same bytes, for every reader at any time. */
export async function receiptPdf(receipt: Omit<ReceiptView, 'proof'>): Promise<Buffer> {
  const { id, kind, date, settledAt, legs, issuer } = receipt;
  const paper = new Paper(`Receipt ${id}`, settledAt, { left: `Payment ${id}`, right: `Token issuer ${issuer}` });
  paper.text('Tknest', { size: 15, weight: 'bold' });
  paper.text('Receipt', { at: paper.left + paper.width, size: 9, color: DIM, right: true });
  paper.text(dayInWords(date), { at: paper.left + paper.width, y: paper.y + 14, size: 9, color: DIM, right: true });
  paper.y += 52;
  paper.text(RECEIPT_KINDS[kind], { size: 9, color: DIM });
  paper.text(money(receipt.amount), { y: paper.y + 13, size: 26, weight: 'bold' });
  paper.y += 60;
  for (const [name, value] of factsOf(receipt)) {
    paper.room(16);
    paper.text(name, { size: 8.5, color: DIM });
    paper.text(value, { at: paper.left + 110, size: 8.5, max: paper.width - 110 });
    paper.y += 16;
  }
  paper.y += 14;
  const columns: Column[] = [
    { head: 'Transaction and its hash', width: paper.width - 112 - 70, bold: true },
    { head: 'Amount', width: 112, right: true },
    { head: 'Ledger', width: 70, right: true },
  ];
  const total = totalOfLegs(legs);
  await paper.table(
    columns,
    legs.map((leg) => [[RECEIPT_LEGS[leg.kind], leg.hash], amountOf(leg), LEDGER.format(leg.ledger)]),
    total === null ? {} : { total: ['Total', rlusd(total), ''] },
  );
  paper.y += 16;
  paper.paragraph(PROOF);
  return paper.end();
}

function factsOf(receipt: Omit<ReceiptView, 'proof'>) {
  const { payer, payee, property, tokens, period, fee, memo, date, settledAt, id } = receipt;
  const facts: [string, string][] = [
    ['From', payer],
    ['To', payee],
  ];
  if (property) facts.push(['Property', propertyName(property)]);
  if (period) facts.push(['Month', monthInWords(period)]);
  if (tokens !== null) facts.push(['Tokens', String(tokens)]);
  if (parseRlusd(fee) !== 0n) facts.push([receiptFee(receipt.kind), money(fee)]);
  if (memo) facts.push(['Memo', memo]);
  facts.push(['Settled', dayInWords(date)], ['Recorded', instant(settledAt)], ['Payment', id]);
  return facts;
}
