import { describe, expect, it } from '@jest/globals';
import type { Session } from '#platform/sessions/session.js';
import { HealthController } from './health.controller.js';

const report = {
  status: 'ready',
  waitsFor: [],
  database: true,
  ledger: { connected: true, validated: 7, shut: { issuer: 'x' } },
};
const asked = async (settings: { production: boolean; metricsToken?: string }, role: string | null, bearer = '') => {
  const config = { production: settings.production, metricsToken: settings.metricsToken ?? null };
  const controller = new HealthController({ execute: async () => report } as never, config);
  const session = role === null ? null : ({ role } as Session);
  return controller.ready(session, { status: () => undefined } as never, bearer);
};

describe('how everything stands', () => {
  it('is told to everybody where nothing is at stake', async () =>
    expect(await asked({ production: false }, null)).toEqual(report));
  it('is told in production to the office, and to whoever knows METRICS_TOKEN', async () => {
    expect(await asked({ production: true }, 'admin')).toEqual(report);
    expect(await asked({ production: true, metricsToken: 'secret' }, null, 'Bearer secret')).toEqual(report);
  });
  it('is in production what every page shows of it for strangers, for customers, and where no token is set', async () => {
    const word = { status: 'ready', waitsFor: [], ledger: { connected: true, validated: 7 } };
    expect(await asked({ production: true, metricsToken: 'secret' }, null, 'Bearer wrong')).toEqual(word);
    expect(await asked({ production: true }, 'investor', 'Bearer null')).toEqual(word);
    expect(await asked({ production: true }, null)).toEqual(word);
  });
});
