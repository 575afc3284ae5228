import { describe, expect, it } from '@jest/globals';
import type { Config } from '#platform/config/config.js';
import { MetricsController } from './metrics.controller.js';

const TOKEN = 'a-token-of-some-length';
function figures(config: Partial<Config>, authorization?: string): Promise<string> {
  const controller = new MetricsController(
    config as Config,
    { validatedIndex: 7 } as never,
    { measure: async () => undefined } as never,
  );
  return controller.scrape(authorization);
}

describe('/metrics', () => {
  const refused = { reason: 'unauthenticated' };
  it('is for who knows the token, where there is one', async () => {
    for (const production of [true, false]) {
      const config = { metricsToken: TOKEN, production };
      expect(await figures(config, `Bearer ${TOKEN}`)).toContain('validated_ledger_index 7');
      for (const wrong of [undefined, '', TOKEN, `Bearer ${TOKEN}x`, 'Bearer '])
        await expect(figures(config, wrong)).rejects.toMatchObject(refused);
    }
  });
  it('without a token is closed in production, and open on a laptop', async () => {
    await expect(figures({ metricsToken: null, production: true }, 'Bearer ')).rejects.toMatchObject(refused);
    expect(await figures({ metricsToken: null, production: false })).toContain('validated_ledger_index');
  });
});
