import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { opened as openAny } from '#test/support/opened.js';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { UNSEEN_PROOF } from '@tknest/contracts/api';
import type { DataSource } from 'typeorm';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, somebody } from '#test/support/identity.js';
import { copyOfVault } from '#test/support/vault-copy.js';
import type { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { systemClock } from '#platform/clock/clock.js';
import type { Jobs } from '#platform/consumers/jobs.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { context } from '#test/event-store/adapter.js';
import type { Session } from '#platform/sessions/session.js';
import type { ReadModels } from '#platform/projections/read-models.js';
import { NotInVault } from '#platform/vault/vault.service.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { screeningStream } from '#features/screening/rules.public.js';
import { QuarantineJob } from './documents/quarantine.job.js';
import {
  OpenRetainedDocument,
  ShowRetained,
  ShowRetainedHandler,
} from './use-cases/erase-person/show-retained.command.js';
import type { DueErasures } from './erasure/due-erasures.js';
import { ErasureJob } from './erasure/erasure.job.js';
import { Eraser, RETAINED, retainedSubject } from './erasure/eraser.js';
import { LegalHolds } from './erasure/legal-holds.js';
import { TombstoneReplay } from './erasure/tombstone-replay.js';
import { Tombstones } from './erasure/tombstones.js';
import { DecideAgainProcess } from './processes/decide-again.process.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tknest-tombstones-'));
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db, 'review');
});
afterAll(async () => {
  rmSync(dataDir, { recursive: true });
  await db?.drop();
});
const statusOf = async ({ wallet }: Session) => (await identity.standing.of(wallet, 'investor')).kycStatus;

describe('what the case desk decides (rules 1 and 2)', () => {
  async function decide(session: Session, decision: 'clear' | 'reject'): Promise<void> {
    const opened = (await identity.screeningOf(session)).find(({ type }) => type === 'ComplianceCaseOpened') as any;
    const { caseId, wallet, role, applicationId } = opened.data;
    const data = {
      caseId,
      wallet,
      role,
      applicationId,
      decision,
      hits: [],
      by: 'rOfficer',
      proposedBy: null,
      item: 'i',
    };
    const decided = { type: 'ComplianceCaseDecided', data };
    await identity.store.append(screeningStream(wallet), 'any', [decided], context());
    const process = new DecideAgainProcess(identity.store, identity.decisions, identity.causation, identity.wallets);
    const once = { commandId: () => `00000000-0000-4000-8000-${caseId.slice(-12)}` } as never;
    await process.handle(decided as unknown as RecordedEvent, once);
    // Delivered twice, it is still one decision.
    await process.handle(decided as unknown as RecordedEvent, once);
  }

  it('an application under review waits, and an officer’s clearance verifies it once', async () => {
    const session = somebody();
    expect(await identity.submit(session, 'Ida')).toMatchObject({ status: 'pending', flags: ['manual-review'] });
    expect(await statusOf(session)).toBe('pending');
    await decide(session, 'clear');
    expect(await statusOf(session)).toBe('verified');
    const facts = (await identity.identityOf(session)).map(({ type }) => type);
    expect(facts).toEqual(['KycSubmitted', 'KycDecided', 'VerificationReviewed', 'KycDecided']);
  });
  it('an officer’s refusal rejects it', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    await decide(session, 'reject');
    expect(await statusOf(session)).toBe('rejected');
  });
});

const tombstones = new Tombstones({ tombstones: { folder: dataDir } });
/** The holds on a wallet's data, as the read models would report them. */
const heldBy = new Map<string, string[]>();
const holds = {
  certainly: async (wallet: string) => heldBy.get(wallet) ?? [],
  lastTransaction: async () => '2026-01-31',
} as unknown as LegalHolds;
const eraser = (stones = tombstones) =>
  new Eraser(
    identity.store,
    identity.config,
    systemClock,
    identity.calendar,
    identity.vault,
    identity.dossier,
    holds,
    stones,
  );
const NONE_DUE = { carryOut: async () => undefined } as DueErasures;
const replay = () => {
  const { store, calendar, vault, causation } = identity;
  const recorder = new Recorder(store, causation);
  return new TombstoneReplay(store, calendar, vault, tombstones, eraser(), recorder, causation, { role: 'worker' });
};
/** A program that starts, with these tombstones beside its database. */
async function started(): Promise<TombstoneReplay> {
  const one = replay();
  await one.onApplicationBootstrap();
  return one;
}

describe('a restore replays tombstones before it is ready (rule 12)', () => {
  const later = () => new Date(Date.now() + 1_000).toISOString();
  const erased = async (session: Session) =>
    (await identity.identityOf(session)).filter(({ type }) => type === 'PersonErased').length;

  it('who was erased after the backup was taken is erased again; who applied anew since is not', async () => {
    const [restored, anew, erasedHere] = [somebody(), somebody(), somebody()];
    await identity.submit(restored, 'Ida');
    await tombstones.add({
      wallet: restored.wallet,
      at: new Date().toISOString(),
      retainedUntil: '2036-01-31' as const,
    });
    await tombstones.add({ wallet: anew.wallet, at: '2020-01-01T00:00:00.000Z', retainedUntil: '2030-01-01' as const });
    await identity.submit(anew, 'Ida');
    await identity.submit(erasedHere, 'Ida');
    await eraser().erase(erasedHere.wallet, context());
    await started();
    await started();
    expect([await erased(restored), await erased(anew), await erased(erasedHere)]).toEqual([1, 0, 1]);
    expect(await identity.vault.holds(restored.wallet)).toBe(false);
    expect(await identity.vault.holds(anew.wallet)).toBe(true);
    const [fact] = (await identity.identityOf(erasedHere)).filter(({ type }) => type === 'PersonErased') as any[];
    expect(fact.data).toMatchObject({ retainedUntil: '2036-01-31' as const, redactions: [] });
  });

  it('nobody is erased whose tombstone cannot be written, and nothing is destroyed', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    const broken = { ...tombstones, intend: async () => Promise.reject(new Error('ENOSPC')) } as unknown as Tombstones;
    await expect(eraser(broken).erase(session.wallet, context())).rejects.toThrow('ENOSPC');
    expect([await erased(session), await identity.vault.holds(session.wallet)]).toEqual([0, true]);
  });

  it('an intention whose fact never came is asked for again, and destroys nothing', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    await tombstones.intend({
      wallet: session.wallet,
      at: new Date().toISOString(),
      retainedUntil: '2036-01-31' as const,
    });
    await started();
    await started();
    const asked = (await identity.identityOf(session)).filter(({ type }) => type === 'ErasureRequested');
    expect([asked.length, await erased(session), await identity.vault.holds(session.wallet)]).toEqual([1, 0, true]);
    expect(await tombstones.intended()).toEqual([]);
  });

  it('a fact that came after another instance had withdrawn its intention is finished at the start', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    const stone = { wallet: session.wallet, at: later(), retainedUntil: '2036-01-31' as const };
    await tombstones.intend(stone);
    // An instance that starts now sees no event yet; the one that appends it ends right afterwards.
    await started();
    const fact = {
      type: 'PersonErased',
      data: { wallet: session.wallet, retainedUntil: '2036-01-31' as const, redactions: [] },
    };
    await identity.store.append(`identity-${session.wallet}`, 'any', [fact], context());
    await started();
    expect(await identity.vault.holds(session.wallet)).toBe(false);
    expect((await tombstones.all()).map(({ wallet }) => wallet)).toContain(session.wallet);
  });

  it('what ended between the fact and the destruction is finished at the start, or by erasing again', async () => {
    const [atStart, again] = [somebody(), somebody()];
    const fact = ({ wallet }: Session) => ({
      type: 'PersonErased',
      data: { wallet, retainedUntil: '2036-01-31' as const, redactions: [] },
    });
    for (const session of [atStart, again]) {
      await identity.submit(session, 'Ida');
      await identity.store.append(`identity-${session.wallet}`, 'any', [fact(session)], context());
    }
    await tombstones.intend({ wallet: atStart.wallet, at: later(), retainedUntil: '2036-01-31' as const });
    await started();
    expect(await identity.vault.holds(atStart.wallet)).toBe(false);
    // The tombstone was never written: the second request finishes the first.
    expect(await identity.vault.holds(again.wallet)).toBe(true);
    await expect(eraser().erase(again.wallet, context())).rejects.toMatchObject({ reason: 'conflict' });
    expect(await identity.vault.holds(again.wallet)).toBe(false);
    expect((await tombstones.all()).map(({ wallet }) => wallet)).toContain(again.wallet);
  });

  const rounds = (one: TombstoneReplay) => {
    const { store, calendar, vault, causation } = identity;
    const db = { getRepository: () => ({ findBy: async () => [] }) } as unknown as DataSource;
    return new ErasureJob(
      db,
      store,
      {},
      calendar,
      vault,
      new Recorder(store, causation),
      {} as Jobs,
      one,
      NONE_DUE,
    ).round();
  };
  it('destroys nothing that a hold protects: the person is erased as soon as it ends, without anybody asking', async () => {
    const held = somebody();
    await identity.submit(held, 'Ida');
    heldBy.set(held.wallet, ['a loan is not paid off']);
    await tombstones.add({ wallet: held.wallet, at: later(), retainedUntil: '2036-01-31' as const });
    const program = await started();
    await rounds(program);
    expect([await erased(held), await identity.vault.holds(held.wallet)]).toEqual([0, true]);
    // An admin sees it among the erasures, with the hold; it was requested once.
    const asked = (await identity.identityOf(held)).filter(({ type }) => type === 'ErasureRequested');
    expect(asked).toHaveLength(1);
    heldBy.delete(held.wallet);
    await rounds(program);
    await rounds(program);
    expect([await erased(held), await identity.vault.holds(held.wallet)]).toEqual([1, false]);
    const [item] = await identity.vault.itemsOf(retainedSubject(held.wallet), RETAINED);
    expect(await openAny(identity.vault, item!)).toMatchObject({ persons: [{ firstName: 'Ida' }] });
  });
  it('of the vault alone destroys the key anew, and keeps what the law asks for', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    const restore = await copyOfVault(db.pool, session.wallet);
    await eraser().erase(session.wallet, context());
    // The vault before the erasure: the person's key is back, and what was retained since is gone.
    await identity.vault.erase(retainedSubject(session.wallet));
    await restore();
    expect(await identity.vault.holds(session.wallet)).toBe(true);
    await started();
    expect(await identity.vault.holds(session.wallet)).toBe(false);
    const [item] = await identity.vault.itemsOf(retainedSubject(session.wallet), RETAINED);
    expect(await openAny(identity.vault, item!)).toMatchObject({
      persons: [{ firstName: 'Ida' }],
      documents: [{ mediaType: 'application/pdf', item: expect.any(String) }],
    });
    expect(await erased(session)).toBe(1);
  });
  it('leaves alone what was said of the wallet since: a control’s reason is no part of who was erased', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    await eraser().erase(session.wallet, context());
    const reason = await identity.vault.put(session.wallet, 'brake-reason', { reason: 'A letter of the court' });
    await started();
    expect(await openAny(identity.vault, reason)).toMatchObject({ reason: 'A letter of the court' });
  });
});

describe('what is kept of an erased person (rule 12)', () => {
  /** Runs the job on a day, with every erasure still in the read model. */
  const roundOn = (today: string, { wallet }: Session, vault = identity.vault) => {
    const findBy = async (where: object) => ('retainedUntil' in where ? [{ wallet }] : []);
    const db = { getRepository: () => ({ findBy }) } as unknown as DataSource;
    const calendar = { today: async () => today } as unknown as BusinessCalendar;
    const nobody = { goOn: async () => undefined } as TombstoneReplay;
    return new ErasureJob(
      db,
      identity.store,
      {},
      calendar,
      vault,
      new Recorder(identity.store, identity.causation),
      {} as Jobs,
      nobody,
      NONE_DUE,
    ).round();
  };
  const kept = ({ wallet }: Session) => identity.vault.itemsOf(retainedSubject(wallet), RETAINED);
  const ends = async (session: Session) =>
    (await identity.identityOf(session)).filter(({ type }) => type === 'RetentionEnded').length;
  const erasedPerson = async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    await eraser().erase(session.wallet, context());
    return session;
  };

  it('stays through its last day and is destroyed on the day after, once', async () => {
    const session = await erasedPerson();
    await roundOn('2036-01-31', session);
    const [item] = await kept(session);
    expect(await openAny(identity.vault, item!)).toMatchObject({ persons: [{ firstName: 'Ida' }] });
    expect(await ends(session)).toBe(0);
    await roundOn('2036-02-01', session);
    await roundOn('2036-02-02', session);
    await expect(openAny(identity.vault, item!)).rejects.toThrow(NotInVault);
    expect(await identity.vault.holds(retainedSubject(session.wallet))).toBe(false);
    expect(await kept(session)).toEqual([]);
    expect(await ends(session)).toBe(1);
  });
  it('is destroyed by the next round where the first one broke off', async () => {
    const session = await erasedPerson();
    const away = Object.assign(Object.create(identity.vault), { erase: () => Promise.reject(new Error('away')) });
    await expect(roundOn('2036-02-01', session, away)).rejects.toThrow('away');
    await roundOn('2036-02-01', session);
    expect(await identity.vault.holds(retainedSubject(session.wallet))).toBe(false);
    expect(await ends(session)).toBe(1);
  });
});

describe('a proof of identity that waits for the malware scan when its person is to be erased', () => {
  it('is looked at first, and can be read afterwards by who must', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida', { scan: 'quarantined' });
    const [submitted] = (await identity.identityOf(session)) as any[];
    const [{ id }] = submitted.data.documents;
    const nothingOwed = { query: async () => [] } as unknown as DataSource;
    const waits = async () =>
      (await new LegalHolds(nothingOwed, identity.store, {} as ReadModels).of(session.wallet)).filter((hold) =>
        hold.includes('malware'),
      );
    expect(await waits()).toEqual(['a proof of identity is waiting for the malware scan']);
    const rows = { find: async () => [{ id, wallet: session.wallet, kind: 'idDocument' }] };
    const clean = { scan: async () => 'clean' } as never;
    const source = { getRepository: () => rows } as unknown as DataSource;
    const { vault, decisions, causation, store } = identity;
    await new QuarantineJob(source, vault, clean, decisions, causation, {} as Jobs).round();
    expect(await waits()).toEqual([]);
    await eraser().erase(session.wallet, context());
    const retained = new ShowRetainedHandler(vault, new Recorder(store, causation), { sandbox: true });
    const officer = { ...somebody(), role: 'admin' } as Session;
    const opened = await retained.document(new OpenRetainedDocument(officer, session.wallet, id));
    expect(opened.bytes.toString()).toBe('Ida');
  });
  async function unseen(): Promise<{ session: Session; id: string }> {
    const session = somebody();
    await identity.submit(session, 'Ida', { scan: 'quarantined' });
    const [submitted] = (await identity.identityOf(session)) as any[];
    heldBy.set(session.wallet, [UNSEEN_PROOF]);
    return { session, id: submitted.data.documents[0].id };
  }
  it('or is destroyed unseen, where an admin says so: none is kept, and the record says it', async () => {
    const { session, id } = await unseen();
    await expect(eraser().erase(session.wallet, context())).rejects.toMatchObject({ reason: 'conflict' });
    await eraser().erase(session.wallet, context(), true);
    const erased = (await identity.identityOf(session)).find(({ type }) => type === 'PersonErased') as any;
    expect(erased.data.discarded).toEqual([id]);
    const retained = new ShowRetainedHandler(identity.vault, new Recorder(identity.store, identity.causation), {
      sandbox: true,
    });
    const officer = { ...somebody(), role: 'admin' } as Session;
    const [kept] = await retained.execute(new ShowRetained(officer, session.wallet));
    expect(kept).toMatchObject({ persons: [{ firstName: 'Ida' }], documents: [{ id, scan: 'discarded' }] });
    const open = retained.document(new OpenRetainedDocument(officer, session.wallet, id));
    await expect(open).rejects.toMatchObject({ reason: 'not-found' });
    // The tombstone names it, so that a restore discards it again.
    expect((await tombstones.all()).find(({ wallet }) => wallet === session.wallet)).toMatchObject({ discarded: [id] });
  });
  it('lifts no other hold', async () => {
    const { session } = await unseen();
    heldBy.set(session.wallet, [UNSEEN_PROOF, 'a case is open']);
    const erase = eraser().erase(session.wallet, context(), true);
    await expect(erase).rejects.toMatchObject({ extra: { holds: ['a case is open'] } });
  });
});
