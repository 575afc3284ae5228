import { describe, expect, it } from '@jest/globals';
import { rowsOfCsv } from './bulk-csv';

describe('a list of wallets', () => {
  const rows = [
    { recipientAddress: 'rA', amount: '5' },
    { recipientAddress: 'rB', amount: '0.000001' },
  ];
  it.each([
    'rA,5\nrB,0.000001',
    'wallet,amount\r\nrA,5\r\nrB,0.000001\r\n',
    '"rA";"5"\n\n rB ; 0.000001 ',
    'rA\t5\nrB\t0.000001',
  ])('is read with or without heading, by comma, semicolon or tab: %j', (text) =>
    expect(rowsOfCsv(text)).toEqual(rows),
  );
  it('keeps what cannot be right, so that it is said and not lost', () =>
    expect(rowsOfCsv('rA,5\nnonsense')).toEqual([rows[0], { recipientAddress: 'nonsense', amount: '' }]));
});
