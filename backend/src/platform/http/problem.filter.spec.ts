import { describe, expect, it } from '@jest/globals';
import { PayloadTooLargeException } from '@nestjs/common';
import type { Response } from 'express';
import { QueryFailedError } from 'typeorm';
import { TicketsExhausted } from '../ledger/accounts/tickets-exhausted.js';
import { sendProblem, tell } from './problem.filter.js';

const failedQuery = (code: string) =>
  new QueryFailedError('select 1', [], Object.assign(new Error('as the driver says'), { code, severity: 'FATAL' }));

describe('how an error leaves', () => {
  it.each([
    ['a database that starts or stops', failedQuery('57P03')],
    ['a database that is gone', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
    ['a pool without a connection', new Error('timeout exceeded when trying to connect')],
    ['an account without a free ticket', new TicketsExhausted()],
  ])('%s is 503: it may be tried again, and says nothing of our insides', (_, error) => {
    const { status, detail } = tell(error);
    expect(status).toBe(503);
    expect(detail).toMatch(/Please try again\.$/);
    expect(detail).not.toContain(error.message);
  });
  it('names the file that is too large, and the limit of it or of a body', () => {
    const told = 'contract is too large: at most 10 MB';
    const cause = { code: 'LIMIT_FILE_SIZE', field: 'contract' };
    expect(tell(new PayloadTooLargeException('File too large', { cause }))).toEqual({
      status: 413,
      detail: told,
      extra: { errors: { contract: ['Too large: at most 10 MB'] } },
    });
    const body = { type: 'entity.too.large', limit: 262_144 };
    expect(tell(body)).toEqual({ status: 413, detail: 'The request is too large: at most 256 kB' });
  });
  it.each([
    ['POST', '/api/rlusd/create-payment', { success: false, error: 'No' }],
    ['POST', '/api/properties/7/purchase', { success: false, error: 'No' }],
    ['POST', '/api/properties', {}],
    ['GET', '/api/admin/auto-token-config', {}],
  ])('%s %s says success: false where the documents’ tables say success', (method, path, more) => {
    let sent = '';
    const response = {
      req: { method, path },
      getHeader: () => 'trace',
      status: () => response,
      type: () => response,
      send: (it: string) => (sent = it),
    };
    sendProblem(response as unknown as Response, { status: 400, detail: 'No' });
    expect(JSON.parse(sent)).toEqual({
      type: 'about:blank',
      title: 'Bad Request',
      status: 400,
      detail: 'No',
      traceId: 'trace',
      ...more,
    });
  });
  it('our own fault is 500, without its insides', () => {
    expect(tell(failedQuery('42P01'))).toEqual({
      status: 500,
      detail: 'Something went wrong on our side. Nothing was lost. Please try again.',
    });
  });
});
