import { describe, expect, it } from '@jest/globals';
import type { EventStore } from '#platform/event-store/event-store.js';
import { toPosition } from '#platform/event-store/positions.js';
import type { PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { Payees } from './payees.js';

const sold = (wallet: string) => ({ type: 'TokensPurchased', position: toPosition(1), data: { wallet, tokens: 1 } });
const payees = (holders: string[]) =>
  new Payees(
    {
      read: async function* () {
        yield* holders.map(sold);
      },
      head: async () => toPosition(9),
    } as unknown as EventStore,
    { address: async () => 'rEscrow' } as unknown as PlatformAccounts,
  );

describe('a loan is repaid', () => {
  it('to the escrow, or to the only holder; anything else is refused and both are named', async () => {
    expect(await payees(['rA', 'rB']).destinationOf(1, 'rEscrow')).toBe('escrow');
    expect(await payees(['rA']).destinationOf(1, 'rA')).toBe('holder');
    await expect(payees(['rA']).destinationOf(1, 'rB')).rejects.toThrow(/rEscrow or the only holder's wallet rA/);
    await expect(payees(['rA', 'rB']).destinationOf(1, 'rA')).rejects.toThrow(/this property has 2/);
  });
});
