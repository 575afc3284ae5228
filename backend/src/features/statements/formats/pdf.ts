import type { StatementView } from '@tknest/contracts/api';
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';
import { propertyName } from '@tknest/contracts/words';
import { DIM, Paper, type Column } from '#platform/pdf/paper.js';
import { asOf, detailOf, fileNameOf, whatOf, type FormattedStatement } from './words.js';

const MONTHS = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(',');
const CAVEAT = 'No returns are guaranteed. Tokens are participation rights, not ownership. Not a tax certificate.';
const OPENING = 'Opening and closing are the running net of platform movements, not the balance of your wallet.';

const money = (text: string): string => formatRlusd(parseRlusd(text));
const signed = (text: string): string => (parseRlusd(text) > 0n ? `+${money(text)}` : money(text));
const longDay = (day: string): string =>
  `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8, 10))}, ${day.slice(0, 4)}`;
const shortDay = (at: string): string =>
  `${MONTHS[Number(at.slice(5, 7)) - 1]!.slice(0, 3)} ${Number(at.slice(8, 10))}`;

/** The statement as a PDF, like the page: movements of a month, or twelve months of a year. */
export async function pdf(statement: StatementView): Promise<FormattedStatement> {
  const { period, log } = statement;
  const right = `Log position ${Number(log.position).toLocaleString('en-US')}, seal ${log.seal.slice(0, 8)}`;
  const paper = new Paper(`Statement ${period}`, asOf(statement), { left: CAVEAT, right });
  letterhead(paper, statement);
  hero(paper, statement);
  if (period.length === 4) await months(paper, statement);
  else await movements(paper, statement);
  await held(paper, statement);
  paper.y += 14;
  paper.paragraph(OPENING);
  return { body: await paper.end(), type: 'application/pdf', name: `${fileNameOf(statement)}.pdf` };
}

function letterhead(paper: Paper, { period, from, to, running }: StatementView): void {
  const edge = paper.left + paper.width;
  paper.text('Tknest', { size: 15, weight: 'bold' });
  paper.text(`Statement ${period}`, { at: edge, size: 9, color: DIM, right: true });
  const days = `${longDay(from)} to ${longDay(to)}${running ? ', so far' : ''}`;
  paper.text(days, { at: edge, y: paper.y + 14, size: 9, color: DIM, right: true });
  paper.y += 52;
}

function hero(paper: Paper, { wallet, rentReceived, totals, opening, closing }: StatementView): void {
  paper.text('Rent received', { size: 9, color: DIM });
  const figure = paper.text(money(rentReceived), { y: paper.y + 13, size: 30, weight: 'bold', max: 230 });
  paper.text('RLUSD', { at: paper.left + figure + 7, y: paper.y + 26, size: 16, color: DIM });
  const facts: [string, string][] = [
    ['Wallet', wallet],
    ['Interest', `${money(totals.interest)} RLUSD`],
    ['Returned principal', `${money(totals.principal)} RLUSD`],
    ['Platform fees', `${money(totals.fees)} RLUSD`],
    ['Opening', `${money(opening)} RLUSD`],
    ['Closing', `${money(closing)} RLUSD`],
  ];
  if (parseRlusd(totals.withheld) !== 0n) facts.push(['Unclaimed at the end', `${money(totals.withheld)} RLUSD`]);
  const at = paper.left + 250;
  facts.forEach(([name, value], n) => {
    const y = paper.y + n * 15;
    const taken = paper.text(name, { at, y, size: 8.5, color: DIM });
    paper.text(value, {
      at: paper.left + paper.width,
      y,
      size: n === 0 ? 7.5 : 8.5,
      weight: n === 0 ? 'regular' : 'bold',
      max: paper.width - 250 - taken - 8,
      right: true,
    });
  });
  paper.y += Math.max(60, facts.length * 15) + 18;
}

const sum = (all: string[]): bigint => all.reduce((total, one) => total + parseRlusd(one), 0n);
const change = (statement: StatementView): string => {
  const micro = parseRlusd(statement.closing) - parseRlusd(statement.opening);
  return micro > 0n ? `+${formatRlusd(micro)}` : formatRlusd(micro);
};

async function movements(paper: Paper, statement: StatementView): Promise<void> {
  const columns: Column[] = [
    { head: 'Date', width: 52 },
    { head: 'What', width: 104, bold: true },
    { head: 'Detail', width: paper.width - 52 - 104 - 100 },
    { head: 'RLUSD', width: 100, right: true },
  ];
  const rows = statement.movements.map((one) => [shortDay(one.at), whatOf(one), detailOf(one), signed(one.amount)]);
  await paper.table(columns, rows, { total: ['Change', '', '', change(statement)] });
}

async function months(paper: Paper, statement: StatementView): Promise<void> {
  const columns: Column[] = [
    { head: 'Month', width: paper.width - 4 * 92, bold: true },
    { head: 'Interest', width: 92, right: true },
    { head: 'Returned principal', width: 92, right: true },
    { head: 'Other', width: 92, right: true },
    { head: 'Change', width: 92, right: true },
  ];
  const rows = MONTHS.map((name, n) => {
    const month = `${statement.period}-${String(n + 1).padStart(2, '0')}`;
    const of = statement.movements.filter(({ at }) => at.startsWith(month));
    const interest = sum(of.map((one) => one.interest ?? '0'));
    const principal = sum(of.map((one) => one.principal ?? '0'));
    const all = sum(of.map(({ amount }) => amount));
    return [name, ...[interest, principal, all - interest - principal, all].map((micro) => formatRlusd(micro))];
  });
  await paper.table(columns, rows, { total: ['Change', '', '', '', change(statement)] });
}

async function held(paper: Paper, { holdings, to, running }: StatementView): Promise<void> {
  if (holdings.length === 0) return;
  paper.room(90);
  paper.y += 26;
  paper.text(running ? 'Held now' : `Held on ${longDay(to)}`, { size: 13, weight: 'bold' });
  paper.y += 22;
  const columns: Column[] = [
    { head: 'Property', width: paper.width - 60 - 100 - 120, bold: true },
    { head: 'Tokens', width: 60, right: true },
    { head: 'Cost', width: 100, right: true },
    { head: 'Principal outstanding', width: 120, right: true },
  ];
  const rows = holdings.map(({ property, tokens, cost, outstanding }) => [
    propertyName(property),
    tokens.toLocaleString('en-US'),
    money(cost),
    money(outstanding),
  ]);
  await paper.table(columns, rows);
}
