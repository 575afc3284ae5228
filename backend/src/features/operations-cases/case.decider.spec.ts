import { describe, expect, it } from '@jest/globals';
import {
  answersTo,
  CASE_KINDS,
  CASE_RESOLUTIONS,
  kindOfCase,
  type CaseEvent,
  type CaseResolution,
} from '@tknest/contracts/events';
import {
  answerCase,
  answerOf,
  caseIdOf,
  confirmAnswer,
  EFFECT_OF_RESOLVING,
  evolveCase,
  isAccepted,
  noCase,
  openCase,
  refuseAnswer,
  resolveCase,
  takesTwo,
  type CaseState,
} from './case.decider.js';

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

  it('about money in suspense ends only with an answer that says where the money goes', () => {
    const about = { kind: 'escrow-suspense' as const, subject: 'H', summary: 'x' };
    const open = (more: object) => after(...openCase({ ...about, ...more }, noCase));
    const answers = (state: CaseState) =>
      CASE_RESOLUTIONS.filter((resolution) => {
        try {
          return answerCase('x', { resolution, note: 'x' }, state).length > 0;
        } catch {
          return false;
        }
      });
    expect(answers(open({}))).toEqual(['kept']);
    expect(answers(open({ wallet: 'rSender' }))).toEqual(['refunded', 'kept']);
    expect(answers(open({ wallet: 'rSender', propertyId: 1 }))).toEqual(['refunded', 'deposited', 'kept']);
  });

  it.each(CASE_KINDS)('has an answer by which people can end it: %s', (kind) =>
    expect(answersTo({ kind, propertyId: null, wallet: null })).not.toEqual([]),
  );

  it('that was corrected or settled opens again when the same is found again; resolved otherwise it stays closed', () => {
    for (const resolution of ['corrected', 'settled'] as const)
      expect(openCase(found, resolved(resolution))).toEqual(opened);
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

it('an answer that says whose money is, issues, or has something signed once more takes two people', () => {
  const found = CASE_KINDS.flatMap((kind) =>
    CASE_RESOLUTIONS.filter((resolution) => takesTwo(kind, resolution)).map((resolution) => `${kind} ${resolution}`),
  );
  expect(found.filter((one) => !one.startsWith('unknown-ledger-')).sort()).toEqual(
    [
      'credit-unconfirmed one-node',
      'escrow-suspense deposited',
      'escrow-suspense kept',
      'fee-owed waived',
      'fee-wallet-suspense deposited',
      'fee-wallet-suspense kept',
      'xrp-arrived kept',
      'xrp-arrived refunded',
      'forgotten-payment tokens-issued',
      ...['lost-collection', 'collection-short'].flatMap((kind) =>
        CASE_RESOLUTIONS.filter((one) => one !== 'settled').map((one) => `${kind} ${one}`),
      ),
      ...['log-altered', 'log-not-anchored'].flatMap((kind) =>
        CASE_RESOLUTIONS.filter((one) => one !== 'corrected').map((one) => `${kind} ${one}`),
      ),
      'sequence-conflict corrected',
    ].sort(),
  );
  expect(takesTwo('unknown-ledger-payment', 'no-action')).toBe(true);
  expect(takesTwo('unknown-ledger-payment', 'corrected')).toBe(false);
});

describe('an answer that takes two people', () => {
  const strange = { kind: 'unknown-ledger-payment', subject: 'PAID', summary: 'x' } as const;
  const caseId = caseIdOf(strange);
  const asked = openCase(strange, noCase);
  const given = resolveCase(caseId, { resolution: 'no-action', note: 'x' }, after(...asked));
  const answer = { caseId, resolution: 'no-action', proposalId: 'p1' };

  it('has no effect before a worker has confirmed it, and no case opens meanwhile', () => {
    const waiting = after(...asked, ...given);
    expect([waiting.status, isAccepted(waiting), given.map(answerOf)]).toEqual(['resolved', false, [null]]);
    expect(openCase(strange, waiting)).toEqual([]);
    const confirmed = confirmAnswer(answer, waiting);
    expect(isAccepted(after(...asked, ...given, ...confirmed))).toBe(true);
    expect(confirmed.map(answerOf)).toEqual([{ caseId, resolution: 'no-action' }]);
  });

  it('is confirmed once, as it was given', () => {
    const waiting = after(...asked, ...given);
    expect(confirmAnswer({ ...answer, resolution: 'refunded' }, waiting)).toEqual([]);
    const confirmed = after(...asked, ...given, ...confirmAnswer(answer, waiting));
    expect([confirmAnswer(answer, confirmed), refuseAnswer(caseId, 'x', confirmed)]).toEqual([[], []]);
    expect(confirmAnswer(answer, after(...asked))).toEqual([]);
  });

  it('that does not bear two signatures is asked for anew', () => {
    const refused = after(...asked, ...given, ...refuseAnswer(caseId, 'x', after(...asked, ...given)));
    expect(refused).toMatchObject({ status: 'open', resolution: null, kind: 'unknown-ledger-payment' });
    expect(resolveCase(caseId, { resolution: 'no-action', note: 'x' }, refused)).toHaveLength(1);
  });

  it('has no effect on a case that was not opened: a web process may write it', () => {
    const data = { caseId: ID, resolution: 'no-action', note: null, noteItem: null };
    expect(isAccepted(after({ type: 'CaseResolved', data }))).toBe(false);
  });

  it('given by one person where one is enough has its effect at once', () => {
    const alone = resolveCase(caseId, { resolution: 'corrected', note: 'x' }, after(...asked));
    expect(alone.map(answerOf)).toEqual([{ caseId, resolution: 'corrected' }]);
  });

  it('names its kind, which is the beginning of no other one', () => {
    for (const kind of CASE_KINDS) expect(kindOfCase(`${kind}-x`)).toBe(kind);
    expect(kindOfCase('something')).toBeNull();
  });
});
