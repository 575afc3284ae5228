import { expect, it } from '@jest/globals';
import { RippledError } from 'xrpl';
import { XrplGateway } from './xrpl-gateway.js';

const node = (first: number, others: unknown[] = []) => ({
  others: () => others,
  request: async ({ command, ledger_index: index = 0 }: { command: string; ledger_index?: number }) => {
    if (command === 'server_info') return { info: { complete_ledgers: `${first}-9000` } };
    if (index < first) throw new RippledError('ledgerNotFound', { error: 'lgrNotFound' });
    return { ledger: { close_time: 0 } };
  },
});

it('reads when a ledger closed from a node that has it, like what happened in it', async () => {
  const gateway = new XrplGateway(node(8_744, [node(1)]) as never, 'sandbox');
  expect(await gateway.holds(100, 100)).toBe(true);
  expect(await gateway.closedAt(100)).toEqual(new Date('2000-01-01T00:00:00Z'));
});
