import type { StatementMovement, StatementView } from '@tknest/contracts/api';
import { CARRIED, toDateOf, totalsOf } from '@tknest/contracts/papers';
import { propertyName } from '@tknest/contracts/words';
import writeExcelFile from 'write-excel-file/node';
import { detailOf, fileNameOf, whatOf, type FormattedStatement } from './words.js';

const SIX_PLACES = '#,##0.00####';

type Cell = {
  value: string | number;
  type: typeof String | typeof Number;
  format?: string;
  fontWeight?: 'bold';
} | null;
type Row = Cell[];

const text = (value: string): Cell => ({ value, type: String });
const head = (value: string): Cell => ({ value, type: String, fontWeight: 'bold' });
/** A number with all six decimal places, which fits into the double precision of spreadsheets. */
const rlusd = (value: string | null): Cell =>
  value === null ? null : { value: Number(value), type: Number, format: SIX_PLACES };
const whole = (value: number | null): Cell => (value === null ? null : { value, type: Number, format: '#,##0' });

/** A workbook for further calculations: the sums, each movement with its parts, and the holdings at the end. */
export async function xlsx(statement: StatementView): Promise<FormattedStatement> {
  const sheets = [
    { sheet: 'Summary', data: summary(statement), columns: widths(34, 44) },
    { sheet: 'Movements', data: movements(statement), columns: widths(12, 20, 36, 16, 16, 16, 16, 16, 36, 68, 12, 26) },
    { sheet: 'Holdings', data: holdings(statement), columns: widths(36, 12, 16, 20) },
  ];
  // The library's types for cells are narrower than what it accepts.
  const body = await writeExcelFile(sheets as Parameters<typeof writeExcelFile>[0]).toBuffer();
  return {
    body: Buffer.from(body as Uint8Array),
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    name: `${fileNameOf(statement)}.xlsx`,
  };
}

const widths = (...all: number[]) => all.map((width) => ({ width }));

function summary(statement: StatementView): Row[] {
  const { period, wallet, from, to, soFar, opening, closing, log } = statement;
  return [
    [head('Statement'), text(period)],
    [head('Wallet'), text(wallet)],
    [head('From'), text(from)],
    [head('To'), text(soFar ? `${soFar.to}, ${toDateOf(period)}` : to)],
    [head('Currency'), text('RLUSD')],
    [head(CARRIED.opening), rlusd(opening)],
    ...totalsOf(statement).map(([name, amount]): Row => [head(name), rlusd(amount)]),
    [head(CARRIED.closing), rlusd(closing)],
    [head('Log position'), text(log.position)],
    [head('Seal'), text(log.seal)],
    [text(CARRIED.note)],
  ];
}

const MOVEMENT_HEADS =
  'Date,What,Detail,RLUSD,Received minus paid,Interest,Principal,Fee,Counterparty,TX Hash,Ledger,Recorded'.split(',');

const movements = ({ movements: all }: StatementView): Row[] => [MOVEMENT_HEADS.map(head), ...all.map(movementRow)];

const movementRow = (movement: StatementMovement): Row => [
  text(movement.date),
  text(whatOf(movement)),
  text(detailOf(movement)),
  rlusd(movement.amount),
  rlusd(movement.balance),
  rlusd(movement.interest),
  rlusd(movement.principal),
  rlusd(movement.fee),
  text(movement.counterparty ?? ''),
  text(movement.txHash),
  whole(movement.ledgerIndex),
  text(movement.at),
];

const holdings = ({ holdings: all }: StatementView): Row[] => [
  ['Property', 'Tokens', 'Cost', 'Principal outstanding'].map(head),
  ...all.map(({ property, tokens, cost, outstanding }): Row => [
    text(propertyName(property)),
    whole(tokens),
    rlusd(cost),
    rlusd(outstanding),
  ]),
];
