import { describe, expect, it } from '@jest/globals';
import { RestrainedWalletApp } from './restrained-wallet-app.js';
import { WalletAppUnavailable, type OpenSignRequest, type SignRequest, type WalletAppPort } from './wallet-app-port.js';

const LINKS: OpenSignRequest = { payloadUuid: 'u', qrCode: 'q', deepLink: 'd', websocket: 'w' };
const REQUEST = { identifier: 'i' } as SignRequest;

/** A wallet app that answers as told and counts its calls. */
function world(answer: () => Promise<unknown>) {
  let now = 0;
  const told = { calls: 0, answer };
  const call = () => (told.calls++, told.answer());
  const app = { request: call, findByIdentifier: call, outcome: call, withdraw: call } as unknown as WalletAppPort;
  const restrained = new RestrainedWalletApp(app, { now: () => new Date(now), sleep: async () => undefined });
  const request = () =>
    restrained.request(REQUEST).then(
      () => 'ok',
      (error: Error) => error.message,
    );
  return { told, restrained, request, later: (ms: number) => (now += ms) };
}
const fails = (message: string) => () => Promise.reject(new WalletAppUnavailable(message));
const works = () => Promise.resolve(LINKS);
const HELD = 'Xaman: held back after failures';

describe('a wallet app that has limits', () => {
  it('is left alone at the first word of a limit; one call after each pause finds out, each pause twice as long', async () => {
    const { told, request, later } = world(fails('Xaman: Error: Error code 429, see XUMM Dev Console'));
    expect(await request()).toContain('429');
    for (let n = 0; n < 100; n++) expect(await request()).toBe(HELD);
    expect(told.calls).toBe(1);
    for (const [pause, calls] of [
      [1_000, 2],
      [2_000, 3],
      [4_000, 4],
      [8_000, 5],
      [15_000, 6],
      [15_000, 7],
    ]) {
      later(pause! - 1);
      expect(await request()).toBe(HELD);
      later(1);
      await Promise.all([request(), request(), request()]);
      expect(told.calls).toBe(calls);
    }
    told.answer = works;
    later(15_000);
    expect(await request()).toBe('ok');
    expect(await request()).toBe('ok');
  });

  it('a hundred calls for a minute against a limit of thirty: nearly all that are taken get through, few are refused', async () => {
    const { told, request, later } = world(works);
    let taken: number[] = [];
    let clock = 0;
    told.answer = () => {
      taken = taken.filter((at) => at > clock - 60_000);
      if (taken.length >= 30) return fails('Too many requests')();
      taken.push(clock);
      return works();
    };
    let waiting = 100;
    for (; clock < 300_000; clock += 1_000, later(1_000)) {
      for (let n = waiting; n > 0; n--) if ((await request()) === 'ok') waiting--;
    }
    expect(waiting).toBe(0);
    expect(told.calls - 100).toBeLessThan(40);
  });

  it('is held back after three failures in a row, not after one', async () => {
    const { told, request } = world(fails('Xaman did not answer in time'));
    expect([await request(), await request(), await request()]).not.toContain(HELD);
    expect(await request()).toBe(HELD);
    expect(told.calls).toBe(3);
  });

  it('what was under way when a pause began neither ends it nor makes it longer', async () => {
    const { told, request, later } = world(works);
    const ends: ((ok: boolean) => void)[] = [];
    told.answer = () =>
      new Promise((resolve, reject) => ends.push((ok) => (ok ? resolve(LINKS) : reject(new Error('Error code 429')))));
    const three = [request(), request(), request()];
    ends[0]!(false);
    await three[0];
    ends[1]!(true);
    ends[2]!(false);
    expect(await Promise.all(three)).toEqual(['Error code 429', 'ok', 'Error code 429']);
    expect(await request()).toBe(HELD);
    later(1_000);
    told.answer = works;
    expect(await request()).toBe('ok');
  });

  it('an answer about one bad request holds nobody back', async () => {
    const { told, request } = world(fails('Xaman: Error: Error code 602, see XUMM Dev Console'));
    for (let n = 0; n < 10; n++) expect(await request()).toContain('602');
    expect(told.calls).toBe(10);
  });

  it('new requests and questions have a limit each, and a withdrawal that is held back troubles nobody', async () => {
    const { told, restrained, request } = world(fails('Too many requests'));
    await request();
    told.answer = works;
    expect(await restrained.outcome('u')).toBe(LINKS);
    told.answer = fails('rate limit');
    await expect(restrained.findByIdentifier('i')).rejects.toThrow('rate limit');
    const { calls } = told;
    await restrained.withdraw('u');
    expect(told.calls).toBe(calls);
  });
});
