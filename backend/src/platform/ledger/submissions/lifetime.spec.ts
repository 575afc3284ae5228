import { expect, it } from '@jest/globals';
import { ownLifetime } from './lifetime.js';

it('is 20 ledgers on a network, however fast they seem to close', () => {
  expect([1, 100, 1_400, 4_000, 60_000].map((pace) => ownLifetime('network', pace))).toEqual([20, 20, 20, 20, 20]);
});

it('is half a minute of a sandbox, within bounds', () => {
  expect([1, 20, 1_000, 4_000].map((pace) => ownLifetime('sandbox', pace))).toEqual([2_000, 1_500, 30, 20]);
});
