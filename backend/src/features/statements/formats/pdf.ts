import type { StatementView } from '@tknest/contracts/api';
import { formatRlusd, MONTHS, parseRlusd, shortMonth } from '@tknest/contracts/money';
import { CARRIED, changeOf, isInvestors, monthsOf, toDateOf, totalsOf } from '@tknest/contracts/papers';
import { propertyName } from '@tknest/contracts/words';
import { DIM, instant, Paper, type Cell, type Column } from '#platform/pdf/paper.js';
import { asOf, detailOf, fileNameOf, partsOf, whatOf, type FormattedStatement } from './words.js';

const CAVEAT = 'No returns are guaranteed. Tokens are participation rights, not ownership. Not a tax certificate.';
const CHANGE = 'Change in this period';

const money = (text: string): string => formatRlusd(parseRlusd(text));
const signed = (text: string): string => (parseRlusd(text) > 0n ? `+${money(text)}` : money(text));
const change = (statement: StatementView): string => signed(changeOf(statement));
const longDay = (day: string): string =>
  `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8, 10))}, ${day.slice(0, 4)}`;
const shortDay = (day: string): string => `${shortMonth(day)} ${Number(day.slice(8, 10))}`;

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
  paper.paragraph(CARRIED.note);
  return { body: await paper.end(), type: 'application/pdf', name: `${fileNameOf(statement)}.pdf` };
}

function letterhead(paper: Paper, { period, from, to, soFar }: StatementView): void {
  const edge = paper.left + paper.width;
  paper.text('Tknest', { size: 15, weight: 'bold' });
  paper.text(`Statement ${period}`, { at: edge, size: 9, color: DIM, right: true });
  const days = `${longDay(from)} to ${longDay(soFar?.to ?? to)}${soFar ? `, ${toDateOf(period)}` : ''}`;
  paper.text(days, { at: edge, y: paper.y + 14, size: 9, color: DIM, right: true });
  if (soFar) paper.text(`Made ${instant(soFar.at)}`, { at: edge, y: paper.y + 28, size: 9, color: DIM, right: true });
  paper.y += 52;
}

function hero(paper: Paper, statement: StatementView): void {
  const { wallet, rentReceived, opening, closing } = statement;
  const isRent = isInvestors(statement);
  paper.text(isRent ? 'Rent received' : CHANGE, { size: 9, color: DIM });
  const figure = paper.text(isRent ? money(rentReceived) : change(statement), {
    y: paper.y + 13,
    size: 30,
    weight: 'bold',
    max: 230,
  });
  paper.text('RLUSD', { at: paper.left + figure + 7, y: paper.y + 26, size: 16, color: DIM });
  const facts: [string, string][] = [
    ['Wallet', wallet],
    ...[
      [CARRIED.opening, opening] as const,
      ...totalsOf(statement).slice(isRent ? 1 : 0),
      [CARRIED.closing, closing] as const,
    ].map(([name, amount]): [string, string] => [name, `${money(amount)} RLUSD`]),
  ];
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

async function movements(paper: Paper, statement: StatementView): Promise<void> {
  const columns: Column[] = [
    { head: 'Date', width: 52 },
    { head: 'What', width: 104, bold: true },
    { head: 'Detail', width: paper.width - 52 - 104 - 100 },
    { head: 'RLUSD', width: 100, right: true },
  ];
  const rows: Cell[][] = statement.movements.map((one) => [
    shortDay(one.date),
    whatOf(one),
    [detailOf(one) || 'Platform', partsOf(one, money)],
    signed(one.amount),
  ]);
  if (rows.length === 0) rows.push(['', '', 'Nothing moved in this period.', '']);
  await paper.table(columns, rows, { total: ['', '', CHANGE, change(statement)] });
}

async function months(paper: Paper, statement: StatementView): Promise<void> {
  const columns: Column[] = [
    { head: 'Month', width: paper.width - 4 * 92, bold: true },
    ...['Rent', 'Interest', 'Principal', 'Net change'].map((head): Column => ({ head, width: 92, right: true })),
  ];
  const rows = monthsOf(statement.period, statement.movements).map(({ received, interest, principal, ...of }, n) => [
    MONTHS[n]!,
    ...[received, interest, principal].map(money),
    signed(of.change),
  ]);
  await paper.table(columns, rows, { total: [CHANGE, '', '', '', change(statement)] });
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
