import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { ringOf } from '#test/support/key-ring.js';
import { identityOn, LISTED, somebody } from '#test/support/identity.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { context } from '#test/event-store/adapter.js';
import type { Session } from '#platform/sessions/session.js';
import { RowMacs } from '#platform/keys/row-macs.js';
import { screeningStream } from '#features/screening/rules.public.js';
import { SSN } from './dossier.js';
import { NUMBER_WALLETS_MAX, PERSON_WALLETS_MAX } from './person-wallets.js';
import { DecideAgainProcess } from './processes/decide-again.process.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db);
});
afterAll(() => db?.drop());

/** An officer's decision about two wallets, in the streams of both. */
async function relate(type: 'WalletsLinked' | 'WalletsSetApart', one: Session, two: Session): Promise<void> {
  for (const [own, other] of [
    [one, two],
    [two, one],
  ] as const) {
    const data = {
      wallet: own.wallet,
      other: other.wallet,
      by: 'rOfficer',
      item: 'i',
      ...(type === 'WalletsLinked' && { ends: null }),
    };
    await identity.store.append(screeningStream(own.wallet), 'any', [{ type, data }], context());
  }
}
/** Runs the process on the last event about a wallet. */
let handled = 0;
async function follow({ wallet }: Session): Promise<void> {
  const [last] = (await identity.screeningOf({ wallet } as Session)).slice(-1);
  const process = new DecideAgainProcess(identity.store, identity.decisions, identity.causation, identity.wallets);
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  await process.handle(last as unknown as RecordedEvent, { commandId: () => id(++handled) } as never);
}
const isHeld = async ({ wallet }: Session) => (await identity.standing.stateOf(wallet)).suspended;

describe('the wallets of one person (rule 6)', () => {
  it('a later hit on one of them reaches all of them at once, around a ring, and nobody else', async () => {
    const [a, b, c, stranger] = [somebody(), somebody(), somebody(), somebody()];
    for (const one of [a, b, c, stranger]) await identity.submit(one, 'Ida');
    await relate('WalletsLinked', a, b);
    await relate('WalletsLinked', b, c);
    await relate('WalletsLinked', c, a);
    expect((await identity.wallets.othersOf(a.wallet)).sort()).toEqual([b.wallet, c.wallet].sort());
    await identity.submit(a, LISTED, { role: 'landlord' });
    await follow(a);
    expect(await Promise.all([a, b, c, stranger].map(isHeld))).toEqual([true, true, true, false]);
    const status = async ({ wallet }: Session) => (await identity.standing.of(wallet, 'investor')).kycStatus;
    expect(await Promise.all([b, c, stranger].map(status))).toEqual(['rejected', 'rejected', 'verified']);
    await follow(a);
    const inherited = (await identity.screeningOf(b)).filter(({ type }) => type === 'HitsInherited');
    expect(inherited).toHaveLength(1);
  });

  it('linked by an officer, without a number in common, share what stands against one of them', async () => {
    const [lost, found] = [somebody(), somebody()];
    await identity.submit(lost, LISTED);
    await identity.submit(found, 'Ida');
    expect(await isHeld(found)).toBe(false);
    await relate('WalletsLinked', found, lost);
    await follow(found);
    expect(await isHeld(found)).toBe(true);
  });

  it('a listed name with another person’s number suspends only the wallet that typed it', async () => {
    const [victim, attacker] = [somebody(), somebody()];
    const personal = { ssn: '601-77-9898' };
    await identity.submit(victim, 'Ida', { personal });
    const casesOf = async (session: Session) =>
      ((await identity.screeningOf(session)) as any[])
        .filter(({ type }) => type === 'ComplianceCaseOpened')
        .map(({ data }) => data.reason);
    for (const role of ['investor', 'landlord'] as const) {
      await identity.submit(attacker, LISTED, { role, personal });
      await follow(attacker);
      expect([await isHeld(attacker), await isHeld(victim)]).toEqual([true, false]);
    }
    expect((await identity.standing.of(victim.wallet, 'investor')).kycStatus).toBe('verified');
    // One case for an officer, however often it is tried. Once the officer links the wallets, both are suspended.
    expect(await casesOf(victim)).toEqual(['number-used-elsewhere']);
    await relate('WalletsLinked', victim, attacker);
    await follow(victim);
    expect(await isHeld(victim)).toBe(true);
  });

  it('with one number that an officer has set apart are two persons’', async () => {
    const [first, second] = [somebody(), somebody()];
    const personal = { ssn: '601-44-1212' };
    await identity.submit(first, 'Ida', { personal });
    await identity.submit(second, 'Ida', { personal });
    expect(await identity.wallets.othersOf(second.wallet)).toEqual([first.wallet]);
    await relate('WalletsSetApart', first, second);
    expect(await identity.wallets.othersOf(second.wallet)).toEqual([]);
    await identity.submit(first, LISTED, { role: 'landlord', personal });
    await follow(first);
    expect([await isHeld(first), await isHeld(second)]).toEqual([true, false]);
  });

  it('an erased person inherits nothing and has no case opened', async () => {
    const [gone, other] = [somebody(), somebody()];
    await identity.submit(gone, 'Ida');
    await identity.submit(other, 'Ida');
    await relate('WalletsLinked', gone, other);
    const erased = { type: 'PersonErased', data: { wallet: gone.wallet, retainedUntil: '2036-01-31', redactions: [] } };
    await identity.store.append(`identity-${gone.wallet}`, 'any', [erased], context());
    const before = (await identity.screeningOf(gone)).length;
    await identity.submit(other, LISTED, { role: 'landlord' });
    await follow(other);
    expect((await identity.screeningOf(gone)).length).toBe(before);
  });
});

describe('very many wallets with one number', () => {
  it('cost each further application little: it reads as much more as the one before it, never each for each', async () => {
    const personal = { ssn: '999-88-7777' };
    const reads = jest.spyOn(identity.store, 'read');
    const counts: number[] = [];
    for (const one of Array.from({ length: 6 }, somebody)) {
      await identity.submit(one, 'Ida', { personal });
      reads.mockClear();
      await follow(one);
      counts.push(reads.mock.calls.length);
    }
    reads.mockRestore();
    // A single wallet with the number is no duplicate.
    const more = counts.slice(2).map((count, index) => count - counts[index + 1]!);
    expect(more).toEqual(more.map(() => more[0]));
  });

  it('are not all read: the first ones are, and whoever comes after them is verified by nobody', async () => {
    const personal = { ssn: '601-55-3434' };
    const [victim, latecomer] = [somebody(), somebody()];
    expect(await identity.submit(victim, 'Ida', { personal })).toMatchObject({ status: 'approved' });
    const digest = identity.vault.blindIndex(SSN, '601553434');
    const flood = Array.from({ length: 3_000 }, (_, n) => `rFlood${n + 1}`);
    const macs = new RowMacs(ringOf(1), 'rows', 'vault_lookups');
    for (let others = 0; others < flood.length; others += 500) {
      const subjects = flood.slice(others, others + 500);
      await db.pool.query(
        `insert into platform.vault_lookups (kind, digest, subject, mac)
         select $1, $2, n.subject, n.mac from unnest($3::text[], $4::bytea[]) n (subject, mac)`,
        [SSN, digest, subjects, subjects.map((subject) => macs.of(SSN, digest, subject))],
      );
    }
    const reads = jest.spyOn(identity.store, 'read');
    expect(await identity.submit(latecomer, 'Ida', { personal })).toMatchObject({ status: 'pending' });
    expect(reads.mock.calls.length).toBeLessThan(2 * PERSON_WALLETS_MAX);
    reads.mockRestore();
    expect((await identity.wallets.groupOf(latecomer.wallet)).size).toBe(NUMBER_WALLETS_MAX + 1);
    expect(await identity.wallets.relationsOf(latecomer.wallet)).toMatchObject({ isBeyond: true });
    // The first wallets stay verified, whatever hits later wallets with the same number have.
    expect((await identity.standing.of(victim.wallet, 'investor')).kycStatus).toBe('verified');
    await identity.submit(latecomer, LISTED, { role: 'landlord', personal });
    await follow(latecomer);
    expect([await isHeld(latecomer), await isHeld(victim)]).toEqual([true, false]);
    // Two wallets that are not followed still belong to one person: officers can't decide about a wallet of their own.
    expect(await identity.wallets.areOnePersons('rFlood2900', latecomer.wallet)).toBe(true);
    expect(await identity.wallets.areOnePersons('rFlood2900', somebody().wallet)).toBe(false);
  });
});
