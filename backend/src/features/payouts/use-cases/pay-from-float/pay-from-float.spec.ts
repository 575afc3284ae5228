import { describe, expect, it } from '@jest/globals';
import { CarryOutBulkHandler } from '#features/bulk/use-cases/carry-out/bulk.command.js';
import { PayFromFloat, PayFromFloatHandler } from './pay-from-float.command.js';

type Work = (input: unknown) => Promise<unknown>;

/** A handler's work on request, and its requests to others. */
function requests(areRemote: boolean) {
  const works = new Map<string, Work>();
  const asked: [string, any][] = [];
  const ask = async (kind: string, input: unknown) => (asked.push([kind, input]), { payoutId: 'p' });
  return { areRemote, works, asked, ask, carryOut: (kind: string, work: Work) => void works.set(kind, work) };
}

const session = {
  id: 'digest',
  wallet: 'rAda',
  role: 'admin',
  csrfToken: 'secret',
  openedAt: new Date(),
  fromCookie: true,
};
const nothing = {} as never;

describe('payouts of one person, asked of a worker', () => {
  it('are refused where they take two people, whoever put the request there', async () => {
    const asking = requests(false);
    const config = { fourEyes: true } as never;
    void new PayFromFloatHandler(nothing, nothing, nothing, asking as never, config);
    void new CarryOutBulkHandler(
      nothing,
      nothing,
      config,
      nothing,
      nothing,
      nothing,
      nothing,
      nothing,
      asking as never,
    );
    expect([...asking.works.keys()]).toEqual(['pay-from-float', 'carry-out-bulk']);
    for (const work of asking.works.values())
      await expect((async () => work({ session, recipient: 'rEve', amount: '1' }))()).rejects.toThrow(/two people/);
  });

  it('are asked for without what opens the session', async () => {
    const asking = requests(true);
    const handler = new PayFromFloatHandler(nothing, nothing, nothing, asking as never, nothing);
    await handler.execute(new PayFromFloat(session as never, 'o1', 'rBob', '2'));
    expect(asking.asked).toEqual([
      ['pay-from-float', expect.objectContaining({ operationId: 'o1', recipient: 'rBob', amount: '2' })],
    ]);
    expect(asking.asked[0]![1].session).toMatchObject({ id: 'digest', wallet: 'rAda', role: 'admin' });
    expect(JSON.stringify(asking.asked)).not.toContain('secret');
  });
});
