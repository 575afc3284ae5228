import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '#platform/config/config.js';
import type { Session } from '#platform/sessions/session.js';
import {
  AdvanceBusinessDate,
  AdvanceBusinessDateHandler,
} from '../advance-business-date/advance-business-date.command.js';
import { PayDemoRent, PayDemoRentHandler } from './pay-demo-rent.command.js';

/** A sandbox that records its calls. */
let sandbox: Server;
let asked: unknown[] = [];
let answer: { status: number; body: object } = { status: 200, body: {} };
beforeAll(async () => {
  sandbox = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => (text += part));
    request.on('end', () => {
      asked.push([request.url, JSON.parse(text)]);
      response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body));
    });
  });
  await new Promise<void>((resolve) => sandbox.listen(0, '127.0.0.1', resolve));
});
afterEach(() => void (asked = []));
afterAll(() => void sandbox.close());

const payRent = (config: Partial<Config> = {}) => {
  const demoLandlordUrl = `http://127.0.0.1:${(sandbox.address() as AddressInfo).port}/landlord`;
  return new PayDemoRentHandler({ demoLandlordUrl, production: false, ...config } as Config).execute(
    new PayDemoRent(7),
  );
};

describe('the sandbox desk', () => {
  it('is there where the sandbox plays the ledger alone, and never in production', async () => {
    await expect(payRent({ demoLandlordUrl: null })).rejects.toMatchObject({ reason: 'not-found' });
    await expect(payRent({ production: true })).rejects.toMatchObject({ reason: 'not-found' });
    expect(asked).toEqual([]);
    for (const config of [{ sandbox: false }, { sandbox: true, production: true }]) {
      const calendar = { today: () => Promise.reject(new Error('The calendar was asked')) };
      const handler = new AdvanceBusinessDateHandler(config as Config, calendar as never, {} as never, {} as never);
      await expect(handler.execute(new AdvanceBusinessDate({} as Session, '2027-01-15'))).rejects.toMatchObject({
        reason: 'not-found',
      });
    }
  });

  it('asks the landlord, and tells what they paid', async () => {
    answer = { status: 200, body: { propertyId: 7, paymentId: 'p', amount: 81.5, closed: true } };
    expect(await payRent()).toEqual(answer.body);
    expect(asked).toEqual([['/landlord/rent', { propertyId: 7 }]]);
  });

  it.each([
    [404, 'Nobody here has the wallet r1.', 'not-found'],
    [409, 'The loan of this property is paid off.', 'conflict'],
  ])('tells why they did not: %i', async (status, error, reason) => {
    answer = { status, body: { error } };
    await expect(payRent()).rejects.toMatchObject({ reason, message: error });
  });

  it('says so where the sandbox is away', async () => {
    await expect(payRent({ demoLandlordUrl: 'http://127.0.0.1:1/landlord' })).rejects.toMatchObject({
      reason: 'unavailable',
    });
  });
});
