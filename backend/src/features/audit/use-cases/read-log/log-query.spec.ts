import { describe, expect, it } from '@jest/globals';
import { LogQuery } from '@tknest/contracts/api';
import { LISTS } from '@tknest/contracts/rules';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import fc from 'fast-check';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { partiesOf } from '../../read-models/parties/log-parties.projection.js';
import { belongs } from './verbatim.js';

const accepted = (after: string) => validateSync(plainToInstance(LogQuery, { after })).length === 0;

describe('a position in a query', () => {
  it('that is taken is one that the log can be read from: nothing beyond an exact number comes so far', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^0{0,8}\d{1,17}$/), (text) => {
        if (accepted(text)) expect(toSequence(toPosition(text))).toBe(Number(text));
        else expect(text.length > 20 || BigInt(text) >= 10n ** BigInt(LISTS.positionDigits)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
  it.each([
    ['', true],
    ['0', true],
    ['00000000000000000001', true],
    ['999999999999999', true],
    ['1000000000000000', false],
    ['9007199254740992', false],
    ['99999999999999999999', false],
    ['000000000000000000001', false],
    ['-1', false],
    ['1e3', false],
    ['٣', false],
  ])('%j is taken: %j', (text, taken) => expect(accepted(text)).toBe(taken));
});

describe('a moment in a query', () => {
  const recorded = { stream: 's', type: 'T', at: '2026-11-20T14:02:22.500Z', data: '{}', metadata: '{}' } as never;
  it.each([
    ['2026-11-20', true],
    ['2026-11-20T14:02Z', true],
    ['2026-11-20T14:02:22Z', true],
    ['2026-11-20T14:02:22.5Z', true],
    ['2026-11-20T14:02:22.501Z', false],
    ['2026-11-20T14:02:23Z', false],
    ['2026-11-20T14:03Z', false],
    ['2026-11-21', false],
  ])(
    'however short it is written, from %s on is what was recorded then or later: %j; before it is the rest',
    (moment, isIn) => {
      expect([belongs(recorded, { from: moment }), belongs(recorded, { to: moment })]).toEqual([isIn, !isIn]);
    },
  );
  it.each(['2026-13-01', '2026-00-10', '2026-11-32', '2026-11-20T24:01Z', '2026-11-20T14:60Z', '2026-11-20T14:02:61Z'])(
    'that is none is refused: %s',
    (from) => expect(validateSync(plainToInstance(LogQuery, { from }))).toHaveLength(1),
  );
});

describe('a wallet in a query', () => {
  const about = (data: object) =>
    belongs({ data: JSON.stringify(data), metadata: '{}' } as never, { wallet: 'rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq' });
  it.each([
    [{ wallet: 'rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq' }, true],
    [{ shares: [{ rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq: 1 }] }, true],
    [{ name: 'Home of "rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq', by: ['rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq'] }, true],
    [{ name: 'Home of "rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq' }, false],
    [{ name: 'Home of rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq' }, false],
  ])('is found in %j: %j, for the search and for the export alike', (data, isIn) => {
    expect(about(data)).toBe(isIn);
    const parties = partiesOf({ data, metadata: { actor: { wallet: null, role: 'system' } } as never });
    expect(parties.has('rhub8VRN55s94qWKDv6jmDy1pUykJzF3wq')).toBe(isIn);
  });
});
