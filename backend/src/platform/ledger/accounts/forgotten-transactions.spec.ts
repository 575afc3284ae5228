import { expect, it } from '@jest/globals';
import { Wallet } from 'xrpl';
import { MemoryEventStore } from '../../event-store/memory/memory-event-store.js';
import { context } from '../../event-store/testing/adapter.js';
import type { LedgerPort } from '../ledger-port.js';
import { AccountTransactions } from './account-transactions.js';

const SIGNER = Wallet.generate();
const address = SIGNER.classicAddress;

/** An account whose open transaction no node can tell of; what its state shows is all there is. */
async function underWay(transaction: Record<string, unknown>, tickets: readonly number[]) {
  const seen = { index: 100, sequence: 50, tickets: [] as readonly number[] };
  const blobs = new Map<string, string>();
  const ledger = {
    validatedIndex: async () => seen.index,
    account: async () => ({ address, sequence: seen.sequence, ledgerIndex: seen.index, tickets: seen.tickets.length }),
    holdsTicket: async (_: string, ticket: number) => ({
      held: seen.tickets.includes(ticket),
      ledgerIndex: seen.index,
    }),
    fee: async () => 10n,
    submit: async () => ({ engineResult: 'tesSUCCESS', message: '' }),
    conclude: async () => ({ kind: seen.index > 140 ? 'unknown' : 'pending' }),
  } as unknown as LedgerPort;
  const store = new MemoryEventStore();
  const account = new AccountTransactions(
    {
      store,
      ledger,
      blobs: {
        keep: async (_, blob) => (blobs.set('item', blob), 'item'),
        open: async (item) => blobs.get(item)!,
      },
      sign: async (_, unsigned) => {
        const { tx_blob: blob, hash } = SIGNER.sign(unsigned as never);
        return { blob, hash };
      },
      context: async () => context(),
    },
    'issuer',
  );
  await account.change(() => [{ type: 'PlatformAccountMade', data: { name: 'issuer', address, seedItem: 's' } }]);
  await account.begin([transaction]);
  expect(await account.settle()).toBe(false);
  [seen.index, seen.tickets] = [600, tickets];
  seen.sequence = 50 + 1 + tickets.length;
  return account;
}

it('a TicketCreate that the node forgot is known by its tickets: start-up goes on (hostile world 7)', async () => {
  const account = await underWay({ TransactionType: 'TicketCreate', TicketCount: 3 }, [51, 52, 53]);
  expect(await account.settle()).toBe(true);
  expect(await account.state()).toMatchObject({ open: [], free: [51, 52, 53] });
});

it('a set-up transaction that the node forgot leaves its sequence behind, and the next round looks (hostile world 7)', async () => {
  const account = await underWay({ TransactionType: 'AccountSet', SetFlag: 16 }, []);
  expect(await account.settle()).toBe(true);
  expect(await account.state()).toMatchObject({ open: [], free: [] });
});
