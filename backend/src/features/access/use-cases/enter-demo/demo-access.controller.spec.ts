import { expect, it } from '@jest/globals';
import { DemoAccessController } from './demo-access.controller.js';

it('guesses are counted by the network of one subscriber, whatever addresses of it they come from', async () => {
  const taken: string[] = [];
  const take = async (_: object, who: string) => void taken.push(who);
  const controller = new DemoAccessController({ accessCode: 'RIGHT' } as never, { take } as never);
  for (const ip of ['2001:db8:0:1::1', '2001:db8:0:1:a:b:c:d'])
    await expect(controller.enter({ code: 'wrong' }, { ip } as never)).rejects.toThrow('Invalid access code');
  expect(new Set(taken).size).toBe(1);
});
