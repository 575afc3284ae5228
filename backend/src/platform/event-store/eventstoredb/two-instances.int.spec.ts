import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FreshLog, indexEqualsLog } from '#test/support/eventstoredb/fresh-log.js';
import { EventStoreStandIn } from '#test/support/eventstoredb/stand-in.js';
import { context, event } from '#test/event-store/adapter.js';

describe('two instances on one log', () => {
  let server: EventStoreStandIn;
  let log: FreshLog;
  beforeEach(async () => {
    server = await new EventStoreStandIn().start();
    log = await FreshLog.on(server.url);
  });
  afterEach(async () => {
    await log.close();
    server.stop();
  });

  it('write in turn without being refused: each looks first at what the other one wrote', async () => {
    const instances = [await log.open(), await log.open()];
    let appends = 0;
    server.fault = (call) => {
      if (call === 'append') appends++;
      return null;
    };
    const commands = 60;
    for (let n = 0; n < commands; n++) await instances[n % 2]!.append('shared', 'any', [event({ n })], context());
    // At most the first append of each is refused, because neither knew yet that there is another one.
    expect(appends).toBeLessThanOrEqual(commands + 2);
    for (const instance of instances) await indexEqualsLog(instance);
  });

  it('know a command of the other one that the index has not come to', async () => {
    const [first, second] = [await log.open(), await log.open()];
    for (let n = 0; n < 4; n++) await (n % 2 ? first : second).append('shared', 'any', [event({ n })], context());
    const id = crypto.randomUUID();
    const written = await first.append('once', 'none', [event({})], context(id));
    const again = await second.append('once', 'none', [event({})], context(id));
    expect(again).toMatchObject({ position: written.position, duplicate: true });
    await indexEqualsLog(second);
  });
});
