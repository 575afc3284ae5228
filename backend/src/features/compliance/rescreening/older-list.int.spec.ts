import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, somebody } from '#test/support/identity.js';
import { answerByWholeName, rescreeningOn } from '#test/support/rescreening.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { Session } from '#platform/sessions/session.js';
import type { Screening, ScreeningSubject } from '#features/screening/module.public.js';
import { DecideAgainProcess } from '#features/identity/processes/decide-again.process.js';
import { ScreenedPerson } from '../read-models/compliance-cases/compliance-case.entities.js';

const MATCHER = 'by the whole name';
/** The current list; null if there is none, or it is too old. */
let list: { sha256: string; names: string[]; fetchedAt?: string } | null = { sha256: 'a', names: [] };
let atScreening: () => Promise<unknown> = async () => undefined;
const screening = {
  screen: async ({ names }: ScreeningSubject) => {
    const now = list;
    if (now && names[0] === 'Slow Example') {
      const meanwhile = atScreening;
      atScreening = async () => undefined;
      await meanwhile();
    }
    if (!now) return { status: 'pending', riskLevel: 'medium', reason: '', list: null, matcher: '', hits: [] };
    const record = { name: 'L', published: '2024-05-03', fetchedAt: now.fetchedAt ?? '', sha256: now.sha256 };
    return answerByWholeName(names[0]!, now.names, record, MATCHER);
  },
} as unknown as Screening;

let db: TestDatabase;
let source: DataSource;
let identity: ReturnType<typeof identityOn>;
beforeAll(async () => {
  db = await freshDatabase();
  source = await createDataSource(db.url, [ScreenedPerson]).initialize();
  identity = identityOn(db, 'auto', screening);
});
afterAll(async () => {
  await source?.destroy();
  await db?.drop();
});

const rescreening = () =>
  rescreeningOn(
    identity,
    source,
    async () => list && { record: { sha256: list.sha256, fetchedAt: list.fetchedAt ?? '' }, matcherName: MATCHER },
  );
const person = (session: Session, waiting: boolean) =>
  source.getRepository(ScreenedPerson).save({ wallet: session.wallet, waiting, hits: {} });
let handled = 0;
async function follow(session: Session): Promise<void> {
  const { store, decisions, causation, wallets } = identity;
  const last = (await identity.screeningOf(session)).findLast(({ type }) => type === 'PersonScreened') as any;
  const commandId = () => `00000000-0000-4000-8000-${String(++handled).padStart(12, '0')}`;
  await new DecideAgainProcess(store, decisions, causation, wallets).handle(last, { commandId } as never);
}
const standing = async (session: Session) => ({
  suspended: (await identity.standing.stateOf(session.wallet)).suspended,
  status: (await identity.standing.of(session.wallet, 'investor')).kycStatus,
});
const HELD = { suspended: true, status: 'rejected' };

describe('a hit that nobody has decided', () => {
  it('found by an instance with the newer list is not taken away by the one that has the list before', async () => {
    list = { sha256: 'yesterday', fetchedAt: '2026-11-20', names: [] };
    const behind = rescreening();
    await behind.run();
    const session = somebody();
    list = { sha256: 'today', fetchedAt: '2026-11-21', names: ['Eve Example'] };
    await identity.submit(session, 'Eve');
    expect(await standing(session)).toEqual(HELD);
    list = { sha256: 'yesterday', fetchedAt: '2026-11-20', names: [] };
    await behind.run();
    await follow(session);
    expect(await standing(session)).toEqual(HELD);
  });

  it('is not taken away by whoever takes the job over with the list before', async () => {
    const session = somebody();
    list = { sha256: 'today', fetchedAt: '2026-11-21', names: ['Fay Example'] };
    await identity.submit(session, 'Fay');
    await person(session, false);
    await rescreening().run();
    expect(await standing(session)).toEqual(HELD);
    list = { sha256: 'yesterday', fetchedAt: '2026-11-20', names: [] };
    await rescreening().run();
    await follow(session);
    expect(await standing(session)).toEqual(HELD);
  });

  it('is not applied away under another name while there is no list', async () => {
    const session = somebody();
    list = { sha256: 'b', fetchedAt: '2026-11-22', names: ['Gus Example'] };
    const all = rescreening();
    await all.run();
    await identity.submit(session, 'Gus');
    expect(await standing(session)).toEqual(HELD);
    list = null;
    await identity.submit(session, 'Harmless');
    await person(session, true);
    list = { sha256: 'b', fetchedAt: '2026-11-22', names: ['Gus Example'] };
    await all.run();
    await follow(session);
    expect(await standing(session)).toEqual(HELD);
  });

  it('of an application that is written down while the person is screened again stands', async () => {
    const session = somebody();
    list = { sha256: 'b', fetchedAt: '2026-11-22', names: ['Slow Example'] };
    await identity.submit(session, 'Slow');
    await person(session, true);
    list = { sha256: 'c', fetchedAt: '2026-11-23', names: ['Kim Example'] };
    const all = rescreening();
    atScreening = () => identity.submit(session, 'Kim');
    await all.run();
    await follow(session);
    expect(await standing(session)).toEqual(HELD);
    expect((await identity.persons.standingOf(session.wallet)).unresolved).toHaveLength(2);
  });
});
