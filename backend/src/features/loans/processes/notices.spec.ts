import { expect, it } from '@jest/globals';
import { NoticesProcess } from './notices.process.js';

it('a deposit that is too small is the landlord’s and the office’s business: holders are told of the arrears', async () => {
  const sent: { data: { kind: string; audience: string[] } }[] = [];
  const store = { append: async (_: string, __: string, events: typeof sent) => void sent.push(...events) };
  const loans = { property: async () => ({ name: 'Demo Lofts', owner: 'rOwner' }) };
  const claimed = {
    type: 'CollectionClaimed',
    data: { propertyId: 7, dueDate: '2026-12-01', amount: '100', missing: '10', date: '2026-12-01' },
    metadata: {},
  };
  await new NoticesProcess(store as never, loans as never).handle(claimed as never, { commandId: () => '' } as never);
  expect(sent.map(({ data }) => [data.kind, data.audience])).toEqual([['deposit-short', ['owner', 'admins']]]);
});
