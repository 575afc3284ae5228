import { describe, expect, it } from '@jest/globals';
import type { AccountFacts, Conclusion } from '../ledger-port.js';
import { membersToSeek, MIN_LEDGERS_LEFT, proposeBeginning, proposeEnding } from './submission.rules.js';
import type { Submission } from './submission.js';

const signed = (hash: string | null, sequence: number, lastLedgerSequence = 200): Submission => ({
  state: 'signed',
  sequence,
  ticket: null,
  lastLedgerSequence,
  preparedAt: 90,
  hash,
  blobItem: 'b',
  submittedAt: null,
  result: null,
  ledgerIndex: null,
});
const [principal, fee] = [signed('principal', 7), signed('fee', 8)];
const account = (sequence: number) => ({ sequence }) as AccountFacts;
const validated: Conclusion = {
  kind: 'validated',
  result: 'tesSUCCESS',
  ledgerIndex: 99,
  delivered: null,
  transaction: {},
};
const seen = (sequence: number | null, fates: [string, Conclusion][] = [], ledgerIndex = 100) => ({
  account: sequence === null ? null : account(sequence),
  ledgerIndex,
  fates: new Map(fates),
});

describe('a signed group', () => {
  it('begins with its first member where the account stands at it', () => {
    expect(membersToSeek([principal, fee], account(7))).toEqual([]);
    expect(proposeBeginning([principal, fee], seen(7))).toEqual({ propose: 'begin', of: principal });
  });
  it('is void where something else took its place, and under way where its holder sent one of it', () => {
    expect(membersToSeek([principal, fee], account(9))).toEqual([principal, fee]);
    expect(proposeBeginning([principal, fee], seen(9))).toMatchObject({ propose: 'void', of: [principal, fee] });
    expect(proposeBeginning([principal, fee], seen(8, [['principal', validated]]))).toEqual({
      propose: 'under-way',
      of: principal,
    });
    expect(proposeBeginning([principal, fee], seen(9, [['principal', { kind: 'pending' }]]))).toMatchObject({
      propose: 'void',
    });
  });
  it('never begins on a node that stands behind, nor without its account', () => {
    expect(proposeBeginning([principal, fee], seen(6)).propose).toBe('void');
    expect(proposeBeginning([principal, fee], seen(null)).propose).toBe('void');
  });
  it('is not begun where a signature of it is about to die', () => {
    const dying = signed('fee', 8, 100 + MIN_LEDGERS_LEFT - 1);
    expect(proposeBeginning([principal, dying], seen(7))).toMatchObject({ propose: 'void', of: [dying] });
    expect(proposeBeginning([principal, signed('fee', 8, 100 + MIN_LEDGERS_LEFT)], seen(7)).propose).toBe('begin');
  });
});

describe('a submitted transaction', () => {
  it.each<[string, Conclusion, string]>([
    ['may still come: the same blob again', { kind: 'pending' }, 'send-again'],
    ['is unknown where the node has gaps: unknown is not failed', { kind: 'unknown' }, 'wait'],
    ['is done by a validated ledger alone', validated, 'validated'],
    ['is refused by a validated tec', { ...validated, result: 'tecPATH_DRY' }, 'refused'],
    ['is absent by proof alone', { kind: 'absent', reason: 'expired' }, 'absent'],
  ])('%s', (_, conclusion, propose) => expect(proposeEnding(conclusion).propose).toBe(propose));
});
