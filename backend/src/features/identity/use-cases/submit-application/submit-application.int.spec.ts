import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { InvestorInfo, PersonalInfo, type KycSubmitResult } from '@tknest/contracts/api';
import { EVENT_CATALOGUE, UPCASTERS } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.js';
import { BusinessCalendar } from '../../../../platform/clock/business-calendar.js';
import { systemClock } from '../../../../platform/clock/clock.js';
import type { Config } from '../../../../platform/config/config.js';
import { CataloguedEventStore } from '../../../../platform/event-store/catalogued-event-store.js';
import { CommandReused, type EventStore } from '../../../../platform/event-store/event-store.js';
import { PostgresEventStore } from '../../../../platform/event-store/postgres/postgres-event-store.js';
import type { Session } from '../../../../platform/http/access.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { VaultService } from '../../../../platform/vault/vault.service.js';
import { identityStream } from '../../identity.decider.js';
import {
  PersonScreening,
  screeningStream,
  type Screening,
  type ScreeningSubject,
} from '../../../screening/screening.public.js';
import { SubmitApplication, SubmitApplicationHandler } from './submit-application.command.js';

const LISTED = 'Listed';
/** Finds one name on its list, as the real one would. */
const screening = {
  screen: async ({ names }: ScreeningSubject) => {
    const listed = names[0]!.startsWith(LISTED);
    const hit = { list: 'OFAC SDN', entityNumber: '1', entryHash: 'e', score: 1, level: 'high' };
    return {
      status: listed ? 'rejected' : 'approved',
      riskLevel: listed ? 'high' : 'low',
      reason: '',
      list: { name: 'OFAC SDN', published: '2024-05-03', fetchedAt: '', sha256: 'a' },
      matcher: 'by first letters',
      hits: listed ? [hit] : [],
    };
  },
} as unknown as Screening;

let db: TestDatabase;
let store: EventStore;
let vault: VaultService;
let handler: SubmitApplicationHandler;
beforeAll(async () => {
  db = await freshDatabase();
  store = new CataloguedEventStore(new PostgresEventStore(db.pool), EVENT_CATALOGUE, UPCASTERS);
  vault = new VaultService(db.pool, { masterKey: Buffer.alloc(32, 1) } as Config);
  const calendar = new BusinessCalendar(store, systemClock);
  const causation = new Causation(calendar, vault);
  const persons = new PersonScreening(store, calendar, vault, screening, causation);
  handler = new SubmitApplicationHandler(store, calendar, vault, persons, causation);
});
afterAll(() => db?.drop());

const somebody = () => ({ wallet: `r${randomUUID()}`, role: 'investor' }) as Session;
const submit = (session: Session, firstName: string, key?: string): Promise<KycSubmitResult> =>
  handler.execute(
    new SubmitApplication(
      session,
      'investor',
      { firstName, lastName: 'Example', ssn: '123456789' } as PersonalInfo,
      {} as InvestorInfo,
      [
        {
          kind: 'idDocument',
          mediaType: 'application/pdf',
          sha256: 'a'.repeat(64),
          bytes: 3,
          read: async () => Buffer.from(firstName),
        },
      ],
      key,
    ),
  );
const eventsOf = async ({ wallet }: Session, stream = identityStream(wallet)) => {
  const events = [];
  for await (const event of store.read(stream)) events.push(event);
  return events;
};
const keptFor = async ({ wallet }: Session) =>
  (await db.pool.query('select id from platform.vault_items where subject = $1', [wallet])).rows.length;

describe('A KYC application (point 5)', () => {
  it('that is sent again with the same key gets the same answer, and is kept once', async () => {
    const session = somebody();
    const first = await submit(session, 'Ida', 'key');
    expect(first).toMatchObject({ status: 'approved', message: 'KYC Verification Successful' });
    expect(await submit(session, 'Ida', 'key')).toEqual(first);
    expect([(await eventsOf(session)).length, await keptFor(session)]).toEqual([2, 3]);
  });

  it('of a double click with one key is one application with one answer', async () => {
    const session = somebody();
    const answers = await Promise.all([submit(session, 'Ida', 'key'), submit(session, 'Ida', 'key')]);
    expect(answers[0]).toEqual(answers[1]);
    expect([(await eventsOf(session)).length, await keptFor(session)]).toEqual([2, 3]);
  });

  it('of a double click without a key is one application; the other is told that it is done', async () => {
    const session = somebody();
    const [one, other] = await Promise.allSettled([submit(session, 'Ida'), submit(session, 'Ida')]);
    expect([one.status, other.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect((one as PromiseRejectedResult).reason ?? (other as PromiseRejectedResult).reason).toMatchObject({
      reason: 'conflict',
      message: 'You are verified already',
    });
    expect(await keptFor(session)).toBe(3);
  });

  it('is never screened as one person and kept as another, where two are posted with one key', async () => {
    for (let round = 0; round < 10; round++) {
      const session = somebody();
      const names = round % 2 === 0 ? ['Ida', LISTED] : [LISTED, 'Ida'];
      const answers = await Promise.allSettled(names.map((name) => submit(session, name, 'key')));
      const lost = answers.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[];
      expect(lost.map(({ reason }) => reason)).toEqual([expect.any(CommandReused)]);
      const [submitted] = (await eventsOf(session)) as any[];
      const [screened] = (await eventsOf(session, screeningStream(session.wallet))) as any[];
      const kept: any = await vault.get(submitted.data.applicationItem);
      const document = await vault.get(submitted.data.documents[0].id);
      expect(String(document)).toBe(kept.personal.firstName);
      expect(screened.data.outcome).toBe(kept.personal.firstName === LISTED ? 'rejected' : 'approved');
      expect(await keptFor(session)).toBe(3);
    }
  });

  it('that is refused leaves nothing in the vault', async () => {
    const session = somebody();
    await submit(session, 'Ida');
    await expect(submit(session, 'Ida')).rejects.toMatchObject({ reason: 'conflict' });
    expect(await keptFor(session)).toBe(3);
  });
});

describe('The digest of a command’s input (point 23)', () => {
  it('is keyed: nobody who reads the table can try out what was sent', async () => {
    const calendar = new BusinessCalendar(store, systemClock);
    const digestWith = async (byte: number, input: object) => {
      const keyed = new VaultService(db.pool, { masterKey: Buffer.alloc(32, byte) } as Config);
      const cause = { session: somebody(), idempotencyKey: 'key', input };
      return (await new Causation(calendar, keyed).contextOf(cause)).inputHash;
    };
    const mine = await digestWith(1, { ssn: '123456789' });
    expect(await digestWith(1, { ssn: '123456789' })).toBe(mine);
    expect(
      new Set([mine, await digestWith(2, { ssn: '123456789' }), await digestWith(1, { ssn: '123456780' })]).size,
    ).toBe(3);
  });
});
