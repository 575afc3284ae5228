import { describe, expect, it } from '@jest/globals';
import type { ReceiptView } from '@tknest/contracts/api';
import { extractText, getDocumentProxy } from 'unpdf';
import { receiptPdf } from './receipt-pdf.js';

const [BUYER, OWNER, HASH] = [
  'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
  'rUZzxNLwYV7zbBWyfKr6gRxU7Zz4CcPBLL',
  'AB'.repeat(32),
];
const leg = { from: BUYER, to: OWNER, currency: 'RLUSD' as const, ledger: 100_033, at: '2026-11-20T14:02:22.000Z' };
const RECEIPT: Omit<ReceiptView, 'proof'> = {
  id: '51cdb76d-5d1b-5837-8cdf-284c4cb12a39',
  kind: 'property_purchase',
  payer: BUYER,
  payee: OWNER,
  property: { id: 1, name: 'Vila Žižka' },
  memo: 'für Müller',
  amount: '1300.5',
  fee: '32.5125',
  tokens: 13,
  startedAt: '2026-11-20T14:02:00.000Z',
  date: '2026-11-19',
  settledAt: '2026-11-20T14:02:22.000Z',
  legs: [
    { ...leg, kind: 'payment', amount: '1300.5', hash: HASH },
    { ...leg, kind: 'tokens', amount: '13', currency: 'TKNEST', hash: HASH },
  ],
  issuer: 'rIssuer',
};
const textOf = async (receipt: typeof RECEIPT) => {
  const pdf = await getDocumentProxy(new Uint8Array(await receiptPdf(receipt)));
  return extractText(pdf, { mergePages: true });
};

describe('a receipt as PDF', () => {
  it('says who paid whom, what for, and each transaction with its whole hash', async () => {
    const { text, totalPages } = await textOf(RECEIPT);
    expect(totalPages).toBe(1);
    for (const words of [
      'Token purchase',
      '1,300.50 RLUSD',
      BUYER,
      OWNER,
      'Vila Žižka',
      'für Müller',
      '32.5125',
      '13 tokens',
      HASH,
    ])
      expect(text).toContain(words);
    expect(text).toContain('Recorded Nov 20, 2026, 14:02:22 UTC');
    expect(text).not.toContain('Total');
  });
  it('names the month of a rent share, and what was paid together', async () => {
    const fee = { ...RECEIPT.legs[0]!, kind: 'fee' as const, amount: '32.5125' };
    const { text } = await textOf({ ...RECEIPT, period: '2026-11-13', legs: [...RECEIPT.legs, fee] });
    expect(text).toMatch(/Month November 2026/);
    expect(text).toMatch(/Total 1,333\.0125 RLUSD/);
    expect(text).toContain('Nov 19, 2026');
  });
  it('says that the fee of a rent share is not part of its amount', async () => {
    const { text } = await textOf({ ...RECEIPT, kind: 'rent_share', legs: [RECEIPT.legs[0]!] });
    expect(text).toContain('Fee, already deducted 32.5125 RLUSD');
  });
  it('writes letters that its fonts lack in Latin ones, without marks between them, and says so', async () => {
    const about = { property: { id: 1, name: 'دار السَّلام' }, memo: 'हिन्दी a\u200F b' };
    const { text } = await textOf({ ...RECEIPT, ...about });
    expect(text).toContain('dar alsalam');
    expect(text).toContain('hindi a b');
    expect(text).not.toContain('?');
    const NOTE = /Letters that this file cannot show are written in Latin letters/;
    expect(text).toMatch(NOTE);
    expect((await textOf(RECEIPT)).text).not.toMatch(NOTE);
  });
  it('goes on over pages where a payment took many transactions', async () => {
    const legs = Array.from({ length: 60 }, (_, n) => ({ ...RECEIPT.legs[0]!, ledger: 500_000 + n }));
    const { text, totalPages } = await textOf({ ...RECEIPT, legs });
    expect(totalPages).toBe(4);
    for (const { ledger } of legs) expect(text).toContain(ledger.toLocaleString('en-US'));
  });
});
