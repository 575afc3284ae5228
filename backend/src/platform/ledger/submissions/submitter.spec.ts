import { describe, expect, it } from '@jest/globals';
import { LedgerUnavailable, type Conclusion, type LedgerPort } from '../ledger-port.js';
import { proposeBeginning } from './submission.rules.js';
import type { Submission } from './submission.js';
import { Submitter } from './submitter.js';

const signed = (hash: string, sequence: number): Submission => ({
  state: 'signed',
  sequence,
  ticket: null,
  lastLedgerSequence: 200,
  preparedAt: 90,
  hash,
  blobItem: 'b',
  submittedAt: null,
  result: null,
  ledgerIndex: null,
});
const group = [signed('principal', 7), signed('fee', 8)];
const landed: Conclusion = {
  kind: 'validated',
  result: 'tesSUCCESS',
  ledgerIndex: 99,
  delivered: null,
  transaction: {},
};
const look = (sequence: number, fates: Record<string, Conclusion>) => {
  const ledger = {
    account: async () => ({ sequence }),
    validatedIndex: async () => 100,
    conclude: async ({ hash }: { hash: string }) => fates[hash],
  };
  return new Submitter(ledger as unknown as LedgerPort, {} as never).look('rPayer', group);
};

describe('a signature whose place is taken', () => {
  it('is not asked for anew while another node, which lags, calls pending what may have landed: it was paid twice', async () => {
    await expect(look(8, { principal: { kind: 'pending' }, fee: { kind: 'pending' } })).rejects.toThrow(
      LedgerUnavailable,
    );
  });
  it('is under way where it landed itself, though its neighbor is yet to come', async () => {
    const seen = await look(8, { principal: landed, fee: { kind: 'pending' } });
    expect(proposeBeginning(group, seen)).toEqual({ propose: 'under-way', of: group[0] });
  });
});
