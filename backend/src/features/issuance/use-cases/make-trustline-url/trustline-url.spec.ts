import { describe, expect, it } from '@jest/globals';
import { TrustlineUrlRequest } from '@tknest/contracts/api';
import { checked } from '#platform/http/validation.js';
import { trustlineUrl } from './trustline-url.js';

const ISSUER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const ask = async (body: object) => trustlineUrl(await checked(TrustlineUrlRequest, body));
const transactionOf = (url: string) => JSON.parse(Buffer.from(url.split('/').at(-1)!, 'hex').toString('utf8'));

describe('§5 the trustline URL', () => {
  it('opens Xaman with the line to sign; the limit defaults to 10000', async () => {
    const url = await ask({ currency: 'TKNEST', issuer: ISSUER });
    expect(url).toMatch(/^https:\/\/xaman\.app\/detect\/[0-9A-F]+$/);
    expect(transactionOf(url)).toEqual({
      TransactionType: 'TrustSet',
      Flags: 131072,
      LimitAmount: { currency: '544B4E4553540000000000000000000000000000', issuer: ISSUER, value: '10000' },
    });
  });

  it.each([
    ['USD', 'USD'],
    ['RLUSD', '524C555344000000000000000000000000000000'],
    ['524c555344000000000000000000000000000000', '524C555344000000000000000000000000000000'],
  ])('takes any valid currency: %s', async (currency, code) =>
    expect(transactionOf(await ask({ currency, issuer: ISSUER, limit: '2500.5' })).LimitAmount).toEqual({
      currency: code,
      issuer: ISSUER,
      value: '2500.5',
    }),
  );

  it.each([
    [{ issuer: ISSUER }, 'Currency is required'],
    [{ currency: '', issuer: ISSUER }, 'Currency is required'],
    [{ currency: 'TKNEST' }, 'Issuer address is required'],
    [{ currency: 'TKNEST', issuer: '' }, 'Issuer address is required'],
    [{ currency: 'XRP', issuer: ISSUER }, 'Valid currency code required'],
    [{ currency: '00'.repeat(20), issuer: ISSUER }, 'Valid currency code required'],
    [{ currency: 'TKNEST', issuer: 'rNobody' }, 'Valid XRPL issuer address required'],
    [{ currency: 'TKNEST', issuer: ISSUER, limit: '0' }, 'Limit must be a number above 0 with at most 6 decimals'],
    [{ currency: 'TKNEST', issuer: ISSUER, limit: { a: 1 } }, 'Limit must be a number above 0 with at most 6 decimals'],
  ])('refuses %j', async (body, message) => expect(ask(body)).rejects.toThrow(message));
});
