import { expect, it } from '@jest/globals';
import { LINES, OneLine, RUN } from './testing/one-line.js';
import { signWindow } from './window.js';

async function signed(duringSignature: (one: OneLine) => Promise<unknown>) {
  const one = await new OneLine().open();
  one.duringSignature = () => duringSignature(one);
  const { lines, ...loaded } = await one.loaded();
  const recorded = await signWindow(one.ports, loaded, lines, 0n);
  return { recorded, sent: one.sent, line: (await one.loaded()).line };
}

it('a window is journalled, with its ticket, before anything of it is sent', async () => {
  const { recorded, sent, line } = await signed(async () => undefined);
  expect({ recorded, sent, state: line.state, ticket: line.open!.ticket }).toEqual({
    recorded: true,
    sent: ['blob'],
    state: 'submitted',
    ticket: 7,
  });
});

it('a run that is paused while its window is being signed records and sends nothing of it', async () => {
  const paused = { type: 'PayoutRunPaused', data: { runId: 'payback-p1', cause: 'admin', reason: 'x' } };
  const { recorded, sent, line } = await signed((one) => one.append(RUN, paused));
  expect({ recorded, sent, state: line.state }).toEqual({ recorded: false, sent: [], state: 'waiting' });
});

it('a window that another instance recorded first is not sent', async () => {
  const data = { runId: 'payback-p1', batch: '0', wallet: 'rA', hash: 'X', reason: 'expired' };
  const { recorded, sent } = await signed((one) => one.append(LINES, { type: 'PayoutLineAbsent', data }));
  expect({ recorded, sent }).toEqual({ recorded: false, sent: [] });
});
