import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import type { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { systemClock } from '#platform/clock/clock.js';
import { Recorder } from '#platform/sessions/recorder.js';
import type { Session } from '#platform/sessions/session.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, somebody } from '#test/support/identity.js';
import type { Persons } from '../persons.js';
import {
  AskForErasure,
  AskForErasureHandler,
  StopErasure,
  StopErasureHandler,
} from '../use-cases/erase-person/ask-for-erasure.command.js';
import { ErasePerson, ErasePersonHandler } from '../use-cases/erase-person/erase-person.command.js';
import { DueErasures } from './due-erasures.js';
import { Eraser } from './eraser.js';
import type { LegalHolds } from './legal-holds.js';
import { AskedHere } from '#test/support/asked-here.js';
import { Tombstones } from './tombstones.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'tknest-due-erasures-'));
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db, 'review');
});
afterAll(async () => {
  await db?.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The holds on a wallet's data, as the read models would report them. */
const heldBy = new Map<string, string[]>();
const holds = {
  certainly: async (wallet: string) => heldBy.get(wallet) ?? [],
  lastTransaction: async () => '2026-01-31',
} as unknown as LegalHolds;
const eraser = () => {
  const { store, calendar, vault, dossier } = identity;
  const config = { ...identity.config, erasureDelayDays: 3 };
  const tombstones = new Tombstones({ tombstones: { folder: dataDir } });
  return new Eraser(store, config, systemClock, calendar, vault, dossier, holds, tombstones);
};

describe('an erasure outside the sandbox waits three days', () => {
  const DAY = 86_400_000;
  const handlerIn = (role: 'web' | 'worker') => {
    const known = { mustBeKnown: async () => undefined } as unknown as Persons;
    const { requests } = new AskedHere(role === 'web');
    const { causation, store } = identity;
    return new ErasePersonHandler(known, eraser(), causation, requests, store, { fourEyes: true });
  };
  const decided = async (session: Session, role: 'web' | 'worker' = 'worker') =>
    void (await handlerIn(role).execute(new ErasePerson(somebody(), session.wallet)));
  const after = (days: number, { wallet }: Session) => {
    const db = { getRepository: () => ({ findBy: async () => [{ wallet }] }) } as unknown as DataSource;
    const calendar = { now: async () => new Date(Date.now() + days * DAY) } as unknown as BusinessCalendar;
    return new DueErasures(db, calendar, eraser(), identity.causation).carryOut();
  };
  const isKept = ({ wallet }: Session) => identity.vault.holds(wallet);
  const person = async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    await decided(session);
    return session;
  };

  it('and is carried out then, whatever is decided twice', async () => {
    const session = await person();
    await decided(session);
    await after(2.9, session);
    expect(await isKept(session)).toBe(true);
    await after(3.1, session);
    expect(await isKept(session)).toBe(false);
  });
  it.each(['the person', 'the office'])('and is stopped by %s', async (who) => {
    const session = await person();
    const handler = new StopErasureHandler(new Recorder(identity.store, identity.causation));
    const stop = () => handler.execute(new StopErasure(who === 'the person' ? session : somebody(), session.wallet));
    await stop();
    await after(4, session);
    expect(await isKept(session)).toBe(true);
    expect((await identity.identityOf(session)).at(-1)).toMatchObject({ type: 'ErasureStopped' });
    await decided(session);
    await after(4, session);
    expect(await isKept(session)).toBe(false);
    await expect(stop()).rejects.toThrow('already erased');
  });
  it('and a web process gets a worker to begin it only for somebody who has asked for it', async () => {
    const [unasked, asked] = await Promise.all(
      [somebody(), somebody()].map(async (session) => {
        await identity.submit(session, 'Ida');
        return session;
      }),
    );
    const asking = new AskForErasureHandler(new Recorder(identity.store, identity.causation));
    await asking.execute(new AskForErasure(asked!));
    await expect(decided(unasked!, 'web')).rejects.toThrow('takes two people');
    await decided(asked!, 'web');
    await after(2.9, asked!);
    expect(await Promise.all([unasked!, asked!].map(isKept))).toEqual([true, true]);
    for (const session of [unasked!, asked!]) await after(3.1, session);
    expect(await Promise.all([unasked!, asked!].map(isKept))).toEqual([true, false]);
  });
  it('and for a hold that arises meanwhile; applying again withdraws it', async () => {
    const [held, again] = [await person(), await person()];
    heldBy.set(held.wallet, ['a payment is in progress']);
    await after(4, held);
    expect(await isKept(held)).toBe(true);
    heldBy.delete(held.wallet);
    await after(4, held);
    await identity.submit(again, 'Ida', { role: 'landlord' });
    await after(4, again);
    expect([await isKept(held), await isKept(again)]).toEqual([false, true]);
  });
});
