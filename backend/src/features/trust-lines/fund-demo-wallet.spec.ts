import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { QueryBus } from '@nestjs/cqrs';
import type { WalletInfoView } from '@tknest/contracts/api';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '#platform/config/config.js';
import type { Session } from '#platform/sessions/session.js';
import { FundDemoWallet, FundDemoWalletHandler } from './use-cases/fund-demo-wallet/fund-demo-wallet.command.js';

const OWN = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
const session = { wallet: OWN } as Session;

/** A faucet that records its calls. */
let faucet: Server;
let asked: unknown[] = [];
let status = 200;
beforeAll(async () => {
  faucet = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      asked.push([request.url, JSON.parse(text)]);
      response.writeHead(status).end('{}');
    });
  });
  await new Promise<void>((resolve) => faucet.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  asked = [];
  status = 200;
});
afterAll(() => void faucet.close());

function fund(who: Session | null, info: Partial<WalletInfoView> = {}, config: Partial<Config> = {}) {
  const url = `http://127.0.0.1:${(faucet.address() as AddressInfo).port}/faucet`;
  const seen = { address: OWN, trustlineStatus: 'none', ...info };
  const handler = new FundDemoWalletHandler(
    { demoFaucetUrl: url, production: false, ...config } as Config,
    { execute: async () => seen } as unknown as QueryBus,
  );
  return handler.execute(new FundDemoWallet(who, OWN));
}
const ONCE = [['/faucet/fill', { destination: OWN, xrp: 100, rlusd: 500 }]];

describe('demo money', () => {
  it('is there where the sandbox plays the ledger alone, and never in production', async () => {
    await expect(fund(session, {}, { demoFaucetUrl: null })).rejects.toMatchObject({ reason: 'not-found' });
    await expect(fund(session, {}, { production: true })).rejects.toMatchObject({ reason: 'not-found' });
    expect(asked).toEqual([]);
  });
  it('fills up one’s own wallet, with a line or without', async () => {
    await fund(session);
    expect(asked).toEqual(ONCE);
  });
  it('fills up a wallet that has a line, whoever asks; no other', async () => {
    await fund(null, { trustlineStatus: 'active' });
    expect(asked).toEqual(ONCE);
    await expect(fund(null)).rejects.toMatchObject({ reason: 'forbidden' });
    await expect(fund({ wallet: 'rSomebodyElse' } as Session)).rejects.toMatchObject({ reason: 'forbidden' });
    expect(asked).toEqual(ONCE);
  });
  it('a faucet that cannot pay is told as such', async () => {
    status = 500;
    await expect(fund(session)).rejects.toMatchObject({ reason: 'unavailable' });
  });
});
