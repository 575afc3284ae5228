import type { QueryBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { startInstance, type Instance } from '#test/support/read-models.js';
import { load } from '#platform/event-store/decider.js';
import type { NewEvent } from '#platform/event-store/event-store.js';
import { context, event } from '#test/event-store/adapter.js';
import type { Session } from '#platform/sessions/session.js';
import type { Causation } from '#platform/sessions/causation.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { metrics } from '#platform/telemetry/metrics.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, openCase, type OpenCase } from './rules.public.js';
import { answeredConflicts } from './readers.public.js';
import { Case } from './read-models/cases/case.entity.js';
import { casesProjection } from './read-models/cases/cases.projection.js';
import { CountOpenCasesHandler } from './use-cases/count-cases/count-open-cases.query.js';
import { OpenCasesMetric } from './use-cases/count-cases/open-cases.metric.js';
import { ShownCases } from './use-cases/show-cases/shown-cases.js';
import { ResolveCase, ResolveCaseHandler } from './use-cases/resolve-case/resolve-case.command.js';
import { ListCases, ListCasesHandler, ShowCase, ShowCaseHandler } from './use-cases/show-cases/cases.query.js';

const admin = { wallet: 'rAdmin', role: 'admin' } as Session;
const causation = { contextOf: async () => context() } as unknown as Causation;
const blocked: OpenCase = { kind: 'issuance-blocked', subject: 'p1', summary: 'The tokens cannot be issued.' };
const ID = caseIdOf(blocked);
const done = { resolution: 'corrected', note: 'The line was raised by its holder.' } as const;

describe('cases', () => {
  let db: TestDatabase;
  let instance: Instance;
  let vault: VaultService;
  let shown: ShownCases;
  beforeAll(async () => {
    db = await freshDatabase();
    vault = new VaultService(db.pool, ringOf(1));
    instance = await startInstance(db.url, [casesProjection], { entities: [Case] });
    shown = new ShownCases(vault, instance.store);
  });
  afterAll(async () => {
    await instance?.stop();
    await db?.drop();
  });

  async function find(found: OpenCase): Promise<void> {
    const on = caseFold(caseIdOf(found));
    const { state, revision } = await load(instance.store, on);
    const writes = [
      { stream: on.stream, expected: revision < 0 ? ('none' as const) : revision, events: openCase(found, state) },
      { stream: `finder-${found.subject}`, expected: 'any' as const, events: [event({ found: 1 })] },
    ].filter(({ events }) => events.length > 0) as { stream: string; expected: 'any'; events: NewEvent[] }[];
    const { position } = await instance.store.appendMany(writes, context());
    await instance.models.waitFor(position, instance.models.names());
  }
  const resolve = async () => {
    const handler = new ResolveCaseHandler(instance.store, vault, new Recorder(instance.store, causation));
    await instance.models.waitFor(await handler.execute(new ResolveCase(admin, ID, done)), instance.models.names());
  };
  const list = (status: 'open' | 'resolved' | 'all') =>
    new ListCasesHandler(instance.dataSource, shown).execute(new ListCases({ status, limit: '1' }));
  const show = (id: string) => new ShowCaseHandler(instance.dataSource, shown).execute(new ShowCase(id));
  async function openInMetrics(): Promise<Record<string, string>> {
    const counting = new CountOpenCasesHandler(instance.dataSource);
    await new OpenCasesMetric({ execute: () => counting.execute() } as unknown as QueryBus).measure();
    const lines = (await metrics.metrics()).matchAll(/^open_cases\{kind="([a-z-]+)"\} (\d+)$/gm);
    return Object.fromEntries([...lines].map(([, kind, count]) => [kind, count]));
  }

  it('open in the same commit as the facts of who found them, once, and are told of and counted', async () => {
    await find(blocked);
    await find(blocked);
    await find({ kind: 'books-differ', subject: 'rHolder', summary: 'Books differ.', details: { books: 1 } });
    expect((await list('open')).next).toBe(1);
    expect(await show(ID)).toMatchObject({
      status: 'open',
      kind: 'issuance-blocked',
      effectOfResolving: expect.stringContaining('the landlord owes the payment back'),
    });
    expect(await openInMetrics()).toMatchObject({
      'issuance-blocked': '1',
      'books-differ': '1',
      'late-principal': '0',
    });
  });

  it('are resolved once, and one that is found again although it was corrected opens again', async () => {
    await resolve();
    await expect(resolve()).rejects.toMatchObject({ reason: 'conflict' });
    expect(await show(ID)).toMatchObject({ status: 'resolved', ...done });
    expect(await openInMetrics()).toMatchObject({ 'issuance-blocked': '0', 'books-differ': '1' });
    // A person's own words are in the vault only.
    const { rows } = await db.pool.query(
      'select (select json_agg(e) from eventstore.events e)::text || (select json_agg(c) from read_models.cases c)::text as all',
    );
    expect(rows[0].all).toContain('CaseResolved');
    expect(rows[0].all).not.toContain(done.note);
    await find(blocked);
    expect(await show(ID)).toMatchObject({ status: 'open', resolution: null, note: null, resolvedAt: null });
    await resolve();
    expect((await list('resolved')).rows).toHaveLength(1);
  });

  it('say what the log says, whatever somebody writes into their rows', async () => {
    const honest = await show(ID);
    await db.pool.query("update read_models.cases set wallet = 'rThief', details = '{}' where id = $1", [ID]);
    expect(await show(ID)).toEqual(honest);
    await db.pool.query("update read_models.cases set id = 'no-such' where id = $1", [ID]);
    await expect(show('no-such')).rejects.toMatchObject({ reason: 'not-found' });
    await db.pool.query("update read_models.cases set id = $1 where id = 'no-such'", [ID]);
  });

  it('that nobody opened are not found', async () => {
    await expect(show('no-such')).rejects.toMatchObject({ reason: 'not-found' });
    const handler = new ResolveCaseHandler(instance.store, vault, new Recorder(instance.store, causation));
    await expect(handler.execute(new ResolveCase(admin, 'no-such', done))).rejects.toMatchObject({
      reason: 'not-found',
    });
  });

  it('about a transaction that lost its ticket tell its owner once answered, each once', async () => {
    const details = { ticket: 4, kind: 'purchase', id: 'p', key: 'issuance', stream: 'payment-p' };
    const found = (subject: string, more: Record<string, unknown>): OpenCase => ({
      kind: 'sequence-conflict',
      subject,
      summary: 'A ticket was used.',
      txHash: subject.split('~')[0]!,
      paymentId: null,
      propertyId: 1,
      wallet: 'rBuyer',
      details: more,
    });
    for (const one of [found('H', details), found('OPEN', details), found('SETUP', { ticket: 5 })]) await find(one);
    const answer = async (subject: string) => {
      const caseId = `sequence-conflict-${subject}`;
      const data = { caseId, resolution: 'no-action', note: 'x', noteItem: null };
      const { position } = await instance.store.append(
        `case-${caseId}`,
        'any',
        [{ type: 'CaseResolved', data }],
        context(),
      );
      await instance.models.waitFor(position, instance.models.names());
    };
    await answer('SETUP');
    expect(await answeredConflicts(instance.dataSource)).toEqual([]);
    await answer('H');
    await find(found('H~2', details));
    await answer('H~2');
    expect(await answeredConflicts(instance.dataSource)).toEqual([
      { txHash: 'H', paymentId: null, propertyId: 1, wallet: 'rBuyer', details },
    ]);
  });
});
