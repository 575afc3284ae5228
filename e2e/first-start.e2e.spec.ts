import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../scripts/lib/platform-client.mjs';
import { ProgramInParts } from './support/program-in-parts.js';
import { SHORT_LIST } from './support/short-list.js';

/** A first start on a ledger where nobody has sent XRP to the platform's accounts. */
class Unfunded extends ProgramInParts {
  get url(): string {
    return `http://localhost:${this.settings?.port}`;
  }
  protected override openBackend(name: 'backend', port: number): Promise<void> {
    return super.openBackend(name, port, { XRPL_FAUCET_URL: '', ACCESS_LOG: 'on' });
  }
}

const program = new Unfunded(SHORT_LIST);
let started: Promise<unknown>;
beforeAll(() => {
  started = program.start();
  started.catch(() => undefined);
});
afterAll(() => program.remove());

const page = () =>
  fetch(program.url, { headers: { Accept: 'text/html' } }).then(
    async (answer) => ({ status: answer.status, text: await answer.text() }),
    () => ({ status: 0, text: '' }),
  );
const log = () => readFileSync(path.join(program.dataDir, 'logs/backend.log'), 'utf8');

it('is live at once, and every page says which address waits for how much XRP; with it the pages come', async () => {
  const told = /Waiting for XRP on (r\w+), at least (\d+)\./g;
  const { status, text } = await until(page, (one) => [...one.text.matchAll(told)].length === 3, 'the page of a start');
  expect(status).toBe(503);
  expect((await fetch(`${program.url}/api/health/live`)).status).toBe(200);
  const ready = await fetch(`${program.url}/api/health/ready`);
  expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ status: 'starting' })]);
  for (const [, destination, xrpAmount] of text.matchAll(told))
    await fetch(`${program.sandbox.url}/faucet`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ destination, xrpAmount }),
    });
  await started;
  expect(await page()).toEqual({ status: 200, text: expect.stringContaining('id="root"') });
});

it('an orderly end has exit code 0, and the log names each of its steps; health checks are not in it', async () => {
  await started;
  const ended = program.exited('backend');
  await program.end('backend');
  expect(await ended).toBe('code 0');
  const steps = [
    'SIGTERM: no longer ready',
    'The port is closed; requests under way: 0',
    'Every request was answered',
    'Read models and processes have stopped',
    'The event log and the database are closed',
    'Ended',
  ];
  expect(steps.filter((step) => !log().includes(`"msg":"${step}"`))).toEqual([]);
  expect(log()).toContain('"context":"Access"');
  expect(log()).not.toMatch(/"call":"\/api\/health/);
});
