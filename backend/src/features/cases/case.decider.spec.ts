import { describe, expect, it } from '@jest/globals';
import type { CaseEvent, CaseResolution } from '@tknest/contracts/events';
import { caseIdOf, EFFECT_OF_RESOLVING, evolveCase, noCase, openCase, resolveCase } from './case.decider.js';

const found = {
  kind: 'books-differ',
  subject: 'rHolder-3-2',
  summary: 'A holder has 2 tokens and 3 in the register.',
} as const;
const ID = caseIdOf(found);
const after = (...events: CaseEvent[]) => events.reduce(evolveCase, noCase);
const opened = openCase(found, noCase);
const resolved = (resolution: CaseResolution) =>
  after(...opened, ...resolveCase(ID, { resolution, note: 'Looked at.' }, after(...opened)));

describe('a case', () => {
  it('opens once for its kind and subject', () => {
    expect(opened).toEqual([
      {
        type: 'CaseOpened',
        data: {
          caseId: 'books-differ-rHolder-3-2',
          kind: 'books-differ',
          summary: found.summary,
          paymentId: null,
          propertyId: null,
          wallet: null,
          txHash: null,
          details: {},
        },
      },
    ]);
    expect(openCase(found, after(...opened))).toEqual([]);
  });

  it('is resolved once, and only where there is one', () => {
    expect(() => resolveCase('x', { resolution: 'no-action', note: 'Nothing there.' }, noCase)).toThrow('No such case');
    expect(resolved('refunded')).toMatchObject({ status: 'resolved', resolution: 'refunded' });
    expect(() => resolveCase(ID, { resolution: 'corrected', note: 'Again.' }, resolved('refunded'))).toThrow(
      'already resolved',
    );
  });

  it('is not resolved as deposited where it names no property', () => {
    const nowhere = after(...openCase({ kind: 'escrow-suspense', subject: 'H', summary: 'x' }, noCase));
    const deposited = { resolution: 'deposited' as const, note: 'x' };
    expect(() => resolveCase('x', deposited, nowhere)).toThrow('names no property');
    const named = after(...openCase({ kind: 'escrow-suspense', subject: 'H', summary: 'x', propertyId: 1 }, noCase));
    expect(resolveCase('x', deposited, named)).toHaveLength(1);
  });

  it('resolved as corrected opens again when the same is found again; resolved otherwise it stays closed', () => {
    expect(openCase(found, resolved('corrected'))).toEqual(opened);
    expect(
      after(...opened, ...resolveCase(ID, { resolution: 'corrected', note: 'x' }, after(...opened)), ...opened),
    ).toEqual(after(...opened));
    for (const resolution of ['no-action', 'refunded', 'tokens-issued'] as const)
      expect(openCase(found, resolved(resolution))).toEqual([]);
  });

  it('of every kind says what resolving it does, or that it does nothing more', () => {
    for (const says of Object.values(EFFECT_OF_RESOLVING))
      expect(says).toMatch(/corrected, the case reopens|moves no money|^Resolving releases the money: /);
  });
});
