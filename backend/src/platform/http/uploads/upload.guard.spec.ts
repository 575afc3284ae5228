import { describe, expect, it } from '@jest/globals';
import type { ExecutionContext } from '@nestjs/common';
import { UPLOADS } from '@tknest/contracts/rules';
import type { Refused } from '../../domain/refused.js';
import { UploadGuard } from './upload.guard.js';

const MB = 1024 * 1024;

describe('An upload is decided about before a byte of it is read', () => {
  const taken: [address: string, bytes: number][] = [];
  const decide = (
    length: number | undefined,
    { kept = 0, session = { wallet: 'rPerson' } as { wallet: string } | null } = {},
  ) => {
    const vault = { bytesUploadedBy: async () => kept };
    const quotas = {
      take: async (address: string, bytes: number) => void taken.push([address, bytes]),
    };
    const headers = length === undefined ? {} : { 'content-length': String(length) };
    const context = { switchToHttp: () => ({ getRequest: () => ({ session, headers, ip: '192.0.2.1' }) }) };
    return new UploadGuard(vault as never, quotas as never)
      .canActivate(context as unknown as ExecutionContext)
      .catch((error: Refused) => [error.reason, error.message]);
  };

  it('one within all limits is let through', async () => {
    expect(await decide(UPLOADS.requestBytes)).toBe(true);
    expect(taken).toEqual([['192.0.2.1', UPLOADS.requestBytes]]);
  });

  it('one without a session is refused', async () => {
    expect(await decide(1, { session: null })).toEqual(['unauthenticated', 'Please sign in with your wallet first']);
  });

  it('one that is too large as a whole is refused', async () => {
    const told = ['too-large', `An upload may have at most ${UPLOADS.requestBytes / MB} MB in all`];
    expect(await decide(UPLOADS.requestBytes + 1)).toEqual(told);
  });

  it('one beyond the quota of its sender is refused', async () => {
    const told = ['too-large', 'Your documents may have at most 400 MB in all. To add more, contact the platform.'];
    expect(await decide(2, { kept: UPLOADS.quotaBytes - 1 })).toEqual(told);
  });

  it('one that does not say how long it is counts as the largest', async () => {
    const told = ['too-large', 'Your documents may have at most 400 MB in all. To add more, contact the platform.'];
    expect(await decide(undefined, { kept: UPLOADS.quotaBytes - UPLOADS.requestBytes + 1 })).toEqual(told);
    expect(await decide(undefined)).toBe(true);
  });
});
