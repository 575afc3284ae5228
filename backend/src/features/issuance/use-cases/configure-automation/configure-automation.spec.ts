import { beforeEach, describe, expect, it } from '@jest/globals';
import { load } from '#platform/event-store/folding.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { context } from '#test/event-store/adapter.js';
import { autoIssuanceFold } from '../../auto-issuance.decider.js';
import { AutomationAct } from './automation.act.js';
import { AskedHere } from '#test/support/asked-here.js';
import { ConfigureAutomation, ConfigureAutomationHandler } from './configure-automation.command.js';

const session = { id: 's', wallet: 'rAdmin', role: 'admin', csrfToken: '', openedAt: new Date(0), fromCookie: false };
const CONFIG = {
  enabled: true,
  defaultTokenAmount: 5,
  requiresBothPartiesKyc: true,
  minimumInvestmentThreshold: 100,
};

let store: MemoryEventStore;
let handler: ConfigureAutomationHandler;
let asked: AskedHere;

beforeEach(() => {
  [store, asked] = [new MemoryEventStore(), new AskedHere()];
  const recorder = new Recorder(store, { contextOf: async () => context() } as never);
  const accounts = { address: async () => 'rIssuer' };
  handler = new ConfigureAutomationHandler(accounts as never, recorder, asked.requests, { fourEyes: true });
});
/** What a web process can ask a worker for. */
const request = async (config: object) => asked.askedByWeb('configure-automation', { session, config });
const now = async () => (await load(store, autoIssuanceFold)).state;

describe('automatic issuance', () => {
  it('is turned off by one person, and on by an approved proposal alone', async () => {
    for (const enabled of [true, 1, 'false', undefined])
      await expect(async () => request({ ...CONFIG, enabled })).rejects.toThrow('takes two people');
    await handler.execute(new ConfigureAutomation(session as never, { ...CONFIG, issuerSeed: '' }));
    expect(await now()).toMatchObject({ enabled: true, defaultTokenAmount: 5 });
    await request({ ...CONFIG, enabled: false });
    expect((await now()).enabled).toBe(false);
  });

  it('is described by what it does', async () => {
    const { summary } = await new AutomationAct({} as never, {} as never).describe(CONFIG);
    expect(summary).toBe(
      'Issue 5 TKNEST automatically for each direct payment of at least 100.00 RLUSD, between verified parties.',
    );
  });

  it.each<[string, object]>([
    ['tokens in other digits', { defaultTokenAmount: '5e3' }],
    ['part of a token', { defaultTokenAmount: 0.5 }],
    ['a threshold that says something else', { minimumInvestmentThreshold: '1 (test only)' }],
    ['verification that is neither demanded nor not', { requiresBothPartiesKyc: 'false' }],
    ['itself turned off', { enabled: false }],
  ])('is not described with %s', async (_, changes) => {
    await expect(new AutomationAct({} as never, {} as never).describe({ ...CONFIG, ...changes })).rejects.toThrow();
  });
});
