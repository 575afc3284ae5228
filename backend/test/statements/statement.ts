import type { StatementMovement, StatementView } from '@tknest/contracts/api';
import { parseRlusd, toDecimal, type Day } from '@tknest/contracts/money';

const HASH = 'E3FE6EA3D48F0C2B639448020EA4F03D4F4F8FFDB243A852A0F59177921B4879';

/** A movement as written in these tests; `statementOf` fills in what a statement computes. */
export type Written = Partial<StatementMovement> & Pick<StatementMovement, 'type' | 'amount'>;

/** A statement of these movements, a day each, with sums that agree. */
export function statementOf(
  written: readonly Written[],
  { opening = '0', ...rest }: Partial<StatementView> = {},
): StatementView {
  let balance = parseRlusd(opening);
  const movements = written.map((one, n): StatementMovement => {
    balance += parseRlusd(one.amount);
    return {
      id: `movement-${n}`,
      date: `2026-11-${String(1 + (n % 28)).padStart(2, '0')}` as Day,
      at: '2026-09-30T10:00:00.000Z',
      counterparty: null,
      property: null,
      tokens: null,
      interest: null,
      principal: null,
      fee: null,
      txHash: HASH,
      ledgerIndex: 98_000_000 + n,
      receipt: null,
      ...one,
      balance: toDecimal(balance),
    };
  });
  const sum = (part: 'interest' | 'principal' | 'fee') =>
    toDecimal(movements.reduce((total, one) => total + parseRlusd(one[part] ?? '0'), 0n));
  const sumOf = (type: StatementMovement['type'], sign: bigint) =>
    toDecimal(
      movements
        .filter((one) => one.type === type && parseRlusd(one.amount) * sign > 0n)
        .reduce((total, { amount }) => total + parseRlusd(amount) * sign, 0n),
    );
  const rent = movements.filter(({ type }) => type === 'rent_share');
  return {
    period: '2026-11',
    wallet: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
    from: '2026-11-01',
    to: '2026-11-30',
    running: false,
    opening,
    closing: toDecimal(balance),
    totals: {
      bought: '0',
      sold: sumOf('purchase', 1n),
      repaid: sumOf('repayment', -1n),
      interest: sum('interest'),
      principal: sum('principal'),
      fees: sum('fee'),
      deposited: '0',
      collected: '0',
      withheld: '0',
    },
    rentReceived: toDecimal(rent.reduce((total, { amount }) => total + parseRlusd(amount), 0n)),
    movements,
    holdings: [],
    log: { position: '41230', seal: 'c81e9b0f'.repeat(8) },
    ...rest,
  };
}

const sampleCourt = { id: 1, name: 'Sample Court' };

/** A month with each kind of movement, amounts of six places, and names that could break files. */
export const NOVEMBER = statementOf(
  [
    { type: 'purchase', amount: '-500', property: sampleCourt, tokens: 5, counterparty: 'rOwner…' },
    { type: 'fee', amount: '-12.5', property: sampleCourt },
    {
      type: 'rent_share',
      amount: '13.341234',
      interest: '2.654321',
      principal: '10.986913',
      fee: '0.3',
      property: sampleCourt,
      tokens: 5,
    },
    {
      type: 'rent_share',
      amount: '46.884999',
      interest: '6.884999',
      principal: '40',
      fee: '0',
      property: { id: 2, name: '=Žižka & "Söhne" <Terrace>; #1 | 東京' },
      tokens: 20,
    },
    { type: 'refund', amount: '100.004', property: sampleCourt, tokens: 1 },
    { type: 'direct_payment', amount: '-0.004999', counterparty: 'rSomebody…' },
    { type: 'repayment', amount: '-1000.123456', property: { id: 3, name: null } },
    { type: 'deposit', amount: '-250.504' },
    { type: 'withdrawal', amount: '0.000001' },
  ],
  {
    opening: '12.345678',
    holdings: [{ property: sampleCourt, tokens: 5, cost: '500', outstanding: '489.013087' }],
  },
);

export const EMPTY = statementOf([], { opening: '-3.000001' });
