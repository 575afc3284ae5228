import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { createPool } from '#platform/database/pool.js';
import { handleCommand } from '#platform/event-store/decider.js';
import { START } from '#platform/event-store/event-store.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import { PostgresEventStore } from '#platform/event-store/postgres/postgres-event-store.js';
import { context } from '#test/event-store/adapter.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf } from '#features/operations-cases/rules.public.js';
import { answered } from '#test/support/answered-case.js';
import { LogTree } from '#features/transparency/module.public.js';
import type { FoundAnchor } from './anchors-on-ledger.js';
import { LogIsNotAnchored, ProvenLog } from './proven-log.js';

let db: TestDatabase;
let store: PostgresEventStore;
let tree: LogTree;
let anchors: FoundAnchor[];
let proven: ProvenLog;

beforeAll(async () => {
  db = await freshDatabase();
  store = new PostgresEventStore(createPool(db.url, 3));
  tree = new LogTree(store, db.pool);
});
afterAll(async () => {
  await store.close();
  await store.pool.end();
  await db.drop();
});
let written = 0;
beforeEach(async () => {
  anchors = [];
  proven = new ProvenLog(
    store,
    store,
    tree,
    { newest: async () => anchors } as never,
    new Recorder(store, { contextOf: async () => context() }),
  );
  await record();
});

const record = () =>
  store.append(`thing-${++written}`, 'none', [{ type: 'Thing', data: { written } }] as never, context());
async function anchored(): Promise<FoundAnchor> {
  const { size, head } = await tree.catchUp();
  const root = (await tree.root(size)).toString('hex');
  return { position: toPosition(size), hash: head.toString('hex'), root, txHash: `TX${size}`, ledgerIndex: size };
}
const caseAbout = async ({ txHash }: FoundAnchor) => {
  const events = [];
  const stream = `case-${caseIdOf({ kind: 'log-not-anchored', subject: txHash })}`;
  for await (const { type } of store.read(stream)) events.push(type);
  return events;
};
const resolve = (anchor: FoundAnchor, resolution: 'no-action' | 'corrected') => {
  const caseId = caseIdOf({ kind: 'log-not-anchored', subject: anchor.txHash });
  const command = { resolution, note: 'The log was restored' };
  return handleCommand(store, caseFold(caseId), (state) => answered(caseId, command, state), context());
};

describe('before an anchor is ordered', () => {
  it('an event that this platform did not write is anchored by nobody, however well it is sealed', async () => {
    anchors = [await anchored()];
    await record();
    await tree.catchUp();
    const forged = {
      stored: async (after: string, limit: number) =>
        (await store.stored(after, limit)).map((event) => ({ ...event, misfit: 'its MAC does not match it' })),
    };
    const onLedger = { newest: async () => anchors } as never;
    const proving = new ProvenLog(
      forged,
      store,
      tree,
      onLedger,
      new Recorder(store, { contextOf: async () => context() }),
    );
    await expect(proving.prove()).rejects.toThrow('its MAC does not match it');
  });
  it('the log is held against the newest ones on the ledger, and it goes on', async () => {
    await proven.prove();
    anchors = [await anchored()];
    await record();
    anchors.push(await anchored());
    await record();
    await expect(proven.prove()).resolves.toBeUndefined();
  });

  it.each([
    ['another event', { hash: '0'.repeat(64) }],
    ['a different root', { root: '0'.repeat(64) }],
    ['more events than there are', { position: toPosition(9_999) }],
  ])('an anchor of %s stops it and has one case, until people say that the log was restored', async (_, over) => {
    const wrong = { ...(await anchored()), ...over, txHash: `WRONG${written}` };
    anchors = [wrong];
    for (let again = 0; again < 3; again++) await expect(proven.prove()).rejects.toThrow(LogIsNotAnchored);
    expect(await caseAbout(wrong)).toEqual(['CaseOpened']);
    await resolve(wrong, 'corrected');
    await expect(proven.prove()).rejects.toThrow(LogIsNotAnchored);
    await resolve(wrong, 'no-action');
    await expect(proven.prove()).resolves.toBeUndefined();
    // Only that anchor is accepted, not later ones.
    anchors.push({ ...wrong, txHash: `NEXT${written}` });
    await expect(proven.prove()).rejects.toThrow(LogIsNotAnchored);
  });

  it('of many anchors that a restored log has lost, one case is resolved, about the newest', async () => {
    const lost = [1, 2, 3].map((n) => ({
      position: toPosition(9_000 + n),
      hash: '0'.repeat(64),
      root: '0'.repeat(64),
      txHash: `LOST${written}-${n}`,
      ledgerIndex: n,
    }));
    anchors = lost;
    await expect(proven.prove()).rejects.toThrow(LogIsNotAnchored);
    expect(await Promise.all(lost.map(caseAbout))).toEqual([[], [], ['CaseOpened']]);
    await resolve(lost[2]!, 'no-action');
    await expect(proven.prove()).resolves.toBeUndefined();
  });

  it('an event that was changed since the newest anchor stops it', async () => {
    anchors = [await anchored()];
    await record();
    await tree.catchUp();
    const head = toSequence(await store.head());
    const changed = {
      stored: async (after: string, limit: number) =>
        (await store.stored(after, limit)).map((event) =>
          event.position === head ? { ...event, data: '{"written":0}' } : event,
        ),
    };
    const other = new ProvenLog(changed, store, tree, { newest: async () => anchors } as never, {} as never);
    await expect(other.prove()).rejects.toThrow('was changed');
  });

  it('a tree whose leaves were changed stops it', async () => {
    const { size } = await tree.catchUp();
    const last = 'update platform.log_tiles set hashes = $1 where level = 0 and index = 0';
    const tile = (await tree.tile({ level: 0, index: 0 }, size))!;
    await db.pool.query(last, [Buffer.concat([tile.subarray(0, -32), Buffer.alloc(32, 1)])]);
    await expect(proven.prove()).rejects.toThrow('leaves of the tree differ');
    await db.pool.query(last, [tile]);
    await expect(proven.prove()).resolves.toBeUndefined();
    expect((await store.stored(START, 1)).length).toBe(1);
  });
});
