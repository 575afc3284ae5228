import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { context, event } from '#test/event-store/adapter.js';
import { metrics } from '#platform/telemetry/metrics.js';
import { endingsProjection, PaymentEnding } from './endings.projection.js';
import { PaymentsEnded } from './payments-ended.js';

let db: TestDatabase;
let instance: Instance;
beforeAll(async () => {
  db = await freshDatabase();
  instance = await startInstance(db.url, [endingsProjection], { entities: [PaymentEnding] });
});
afterAll(async () => {
  await instance?.stop();
  await db?.drop();
});

it('payments_ended tells how payments ended, counted from the log', async () => {
  const ended = new PaymentsEnded(instance.dataSource);
  const told = async () => {
    await ended.measure();
    const lines = (await metrics.metrics()).matchAll(/^payments_ended_total\{outcome="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, outcome, count]) => [outcome, Number(count)]));
  };
  expect(await told()).toEqual({ completed: 0, failed: 0, cancelled: 0, expired: 0 });
  const types = ['PaymentCompleted', 'PaymentExpired', 'PaymentStarted', 'PaymentCompleted', 'PaymentCancelled'];
  for (const [n, type] of types.entries())
    await instance.store.append(`payment-${n}`, 'none', [event({ paymentId: `${n}` }, type)], context());
  await instance.models.waitFor(await instance.store.head(), instance.models.names());
  expect(await told()).toEqual({ completed: 2, failed: 0, cancelled: 1, expired: 1 });
});
