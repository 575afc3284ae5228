import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type LedgerServer, startLedger } from './support/ledger-server.js';

/** The answers are those of the recorded node. */
describe('JSON-RPC by POST', () => {
  let server: LedgerServer;
  let url: string;
  beforeAll(async () => {
    server = await startLedger();
    url = server.httpUrl;
  });
  afterAll(() => server.close());

  const post = async (body: string): Promise<[status: number, text: string]> => {
    const response = await fetch(url, { method: 'POST', body });
    return [response.status, await response.text()];
  };

  it.each([
    ['{', 'Unable to parse request: '],
    ['[]', 'Unable to parse request: '],
    ['{}', 'Null method'],
    ['{"method":5}', 'method is not string'],
    ['{"method":""}', 'method is empty'],
    ['{"method":"ping","params":[]}', 'params unparseable'],
    ['{"method":"ping","params":{}}', 'params unparseable'],
    ['{"method":"ping","params":["x"]}', 'params unparseable'],
    ['{"method":"ping","params":[{},{}]}', 'params unparseable'],
    ['{"method":"ping","params":[{"api_version":3}]}', 'invalid_API_version'],
  ])('%s is no call: %s', async (body, text) => {
    expect(await post(body)).toEqual([400, `${text}\r\n`]);
  });

  it.each([
    '{"method":"ping"}',
    '{"method":"ping","params":null}',
    '{"method":"ping","params":[null]}',
    '{"method":"ping","id":7,"params":[{}]}',
  ])('%s is a call', async (body) => {
    expect(await post(body)).toEqual([200, '{"result":{"role":"admin","status":"success"}}']);
  });

  it('gives the id among the parameters back beside the result', async () => {
    const [, text] = await post('{"method":"ping","params":[{"id":5}]}');
    expect(JSON.parse(text)).toEqual({ id: 5, result: { role: 'admin', status: 'success' } });
  });

  it('gives a failed request back with its error', async () => {
    const [status, text] = await post('{"method":"account_info","params":[{}]}');
    expect(status).toBe(200);
    expect(JSON.parse(text).result).toEqual({
      error: 'invalidParams',
      error_code: 31,
      error_message: "Missing field 'account'.",
      request: { command: 'account_info' },
      status: 'error',
    });
  });

  it('answers nothing but POST', async () => {
    expect((await fetch(url)).status).toBe(405);
  });
});
