import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, somebody } from '#test/support/identity.js';
import { context } from '#test/event-store/adapter.js';
import { answerByWholeName, rescreeningOn } from '#test/support/rescreening.js';
import { createDataSource } from '#platform/database/data-source.js';
import type { Session } from '#platform/sessions/session.js';
import type { Screening, ScreeningSubject } from '#features/screening/module.public.js';
import { DecideAgainProcess } from '#features/identity/processes/decide-again.process.js';
import { ScreenedPerson } from '../read-models/compliance-cases/compliance-case.entities.js';

const MATCHER = 'by the whole name';
/** The current list, which matches whole names. */
let list: { sha256: string; names: string[]; coarse?: boolean } = { sha256: 'a', names: [] };
const record = () => ({ name: 'L', published: '2024-05-03', fetchedAt: '', sha256: list.sha256 });
const screening = {
  screen: async ({ names }: ScreeningSubject) =>
    answerByWholeName(names[0]!, list.names, record(), MATCHER, list.coarse),
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

const rescreening = (meanwhile?: () => Promise<unknown>) =>
  rescreeningOn(identity, source, async () => ({ record: record(), matcherName: MATCHER }), meanwhile);
const kinds = async (session: Session, type: string) =>
  (await identity.screeningOf(session)).filter((event) => event.type === type);
const decisions = async (session: Session) =>
  (await identity.identityOf(session)).filter(({ type }) => type === 'KycDecided').map(({ data }: any) => data.status);
/** Runs the process on the last event about a wallet, delivered twice, as may happen. */
async function follow(session: Session): Promise<void> {
  const { store, decisions: all, causation, wallets } = identity;
  const last = (await identity.screeningOf(session)).at(-1) as any;
  const process = new DecideAgainProcess(store, all, causation, wallets);
  const once = { commandId: () => `00000000-0000-4000-8000-${session.wallet.slice(-12)}` } as never;
  for (let delivered = 0; delivered < 2; delivered++) await process.handle(last, once);
}

describe('a list that is replaced while somebody applies', () => {
  it('finds who was screened against the one before and written down after everybody was read, once', async () => {
    await rescreening().run();
    const session = somebody();
    list = { sha256: 'b', names: ['Ida Example'] };
    const overtaken = rescreening(async () => {
      if ((await identity.screeningOf(session)).length > 0) return;
      const now = list;
      list = { sha256: 'a', names: [] };
      expect(await identity.submit(session, 'Ida')).toMatchObject({ status: 'approved' });
      list = now;
    });
    await overtaken.run();
    expect(await kinds(session, 'ComplianceCaseOpened')).toHaveLength(1);
    await follow(session);
    expect(await identity.standing.stateOf(session.wallet)).toMatchObject({ suspended: true });
    // Checked again, by this run of the program and by the next one: nothing is recorded twice.
    await overtaken.run();
    await rescreening().run();
    expect(await kinds(session, 'PersonScreened')).toHaveLength(2);
    expect(await decisions(session)).toEqual(['verified', 'rejected']);
  });
});

describe('a list that has become too old while everybody is screened', () => {
  it('lifts nothing that stands against anybody', async () => {
    const session = somebody();
    list = { sha256: 'c', names: ['Una Example'] };
    await identity.submit(session, 'Una');
    await source.getRepository(ScreenedPerson).save({ wallet: session.wallet, waiting: false, hits: {} });
    list = { sha256: 'd', names: ['Una Example'] };
    const closed = {
      screen: async () => ({ status: 'pending', riskLevel: 'medium', list: null, hits: [], matcher: '' }),
    };
    const before = screening.screen;
    await rescreening(async () => Object.assign(screening, closed)).run();
    Object.assign(screening, { screen: before });
    expect(await kinds(session, 'PersonScreened')).toHaveLength(1);
    expect(await identity.standing.stateOf(session.wallet)).toMatchObject({ suspended: true });
  });
});

describe('a hit of a name in other letters that is only alike', () => {
  const FOUND = { sha256: 'e', names: ['Zoe Example'], coarse: true };
  const KNOWN = { wallet: '', waiting: false, hits: {} };
  const screenAgain = async (session: Session, now: typeof list) => {
    list = now;
    await source.getRepository(ScreenedPerson).save({ ...KNOWN, wallet: session.wallet });
    await rescreening().run();
    await follow(session);
  };

  it('opens a case about a verified person and suspends nobody, until they apply again', async () => {
    const session = somebody();
    list = { sha256: 'e0', names: [] };
    await identity.submit(session, 'Zoe');
    await screenAgain(session, FOUND);
    expect(await kinds(session, 'ComplianceCaseOpened')).toMatchObject([{ data: { reason: 'sanctions-hit' } }]);
    expect(await identity.standing.of(session.wallet, 'investor')).toMatchObject({ kycStatus: 'verified' });
    expect(await identity.standing.stateOf(session.wallet)).toMatchObject({ suspended: false });
    await screenAgain(session, { ...FOUND, sha256: 'e1' });
    expect(await identity.standing.stateOf(session.wallet)).toMatchObject({ suspended: false });
    // An application is decided strictly, and suspends; a later list does not lift that.
    await identity.submit(session, 'Zoe', { role: 'landlord' });
    expect(await identity.standing.stateOf(session.wallet)).toMatchObject({ suspended: true });
    await screenAgain(session, { ...FOUND, sha256: 'e2' });
    expect(await identity.standing.stateOf(session.wallet)).toMatchObject({ suspended: true });
  });

  it('suspends somebody who waits for a decision', async () => {
    const session = somebody();
    list = FOUND;
    expect(await identity.submit(session, 'Zoe')).toMatchObject({ status: 'pending' });
    expect(await identity.standing.stateOf(session.wallet)).toMatchObject({ suspended: true });
    await screenAgain(session, { ...FOUND, sha256: 'e3' });
    expect(await identity.standing.stateOf(session.wallet)).toMatchObject({ suspended: true });
  });
});

describe('a verification that no screening explains', () => {
  const verified = (wallet: string, applicationId: string) => ({
    type: 'KycDecided' as const,
    data: {
      wallet,
      role: 'investor',
      applicationId,
      status: 'verified',
      code: null,
      riskLevel: 'low',
      flags: [],
      decidedBy: 'provider',
      provider: 'persona',
      expiresAt: '2036-01-01T00:00:00.000Z',
    },
  });
  const forge = async (session: Session, applicationId: string) =>
    identity.store.append(`identity-${session.wallet}`, 'any', [verified(session.wallet, applicationId)], context());
  const opened = async (session: Session) =>
    (await kinds(session, 'ComplianceCaseOpened')).map(({ data }: any) => [data.reason, data.risk]);

  it('opens a case, once, for a stranger and for another application of somebody who is known', async () => {
    const [honest, stranger, known] = [somebody(), somebody(), somebody()];
    await identity.submit(honest, 'Ida');
    await identity.submit(known, 'Ida');
    await forge(stranger, 'never-submitted');
    await forge(known, 'never-submitted');
    const program = rescreening();
    for (const one of [program, program, rescreening()]) await one.run();
    const report = [['decided-unscreened', 'high']];
    expect([await opened(honest), await opened(stranger), await opened(known)]).toEqual([[], report, report]);
  });
});
