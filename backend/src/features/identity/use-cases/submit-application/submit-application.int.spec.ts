import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { opened as openAny } from '#test/support/opened.js';
import { AGREEMENT_TEXTS } from '@tknest/contracts/rules';
import { ringOf } from '#test/support/key-ring.js';
import { identityOn, LISTED, somebody } from '#test/support/identity.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { CommandReused } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { VaultService } from '#platform/vault/vault.service.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db);
});
afterAll(() => db?.drop());

const submit = (session: Session, firstName: string, key?: string) => identity.submit(session, firstName, { key });
const eventsOf = (session: Session) => identity.identityOf(session);
const keptFor = (session: Session) => identity.keptFor(session);

describe('A KYC application', () => {
  it('that is sent again with the same key gets the same answer, and is kept once', async () => {
    const session = somebody();
    const first = await submit(session, 'Ida', 'key');
    expect(first).toMatchObject({ status: 'approved', message: 'KYC Verification Successful' });
    expect(await submit(session, 'Ida', 'key')).toEqual(first);
    expect([(await eventsOf(session)).length, await keptFor(session)]).toEqual([2, 3]);
  });

  it('records which versions of terms, privacy policy and risk disclosure were agreed to', async () => {
    const session = somebody();
    await submit(session, 'Ida');
    const { terms, privacy, riskDisclosure } = AGREEMENT_TEXTS;
    expect(await eventsOf(session)).toContainEqual(
      expect.objectContaining({
        type: 'KycSubmitted',
        data: expect.objectContaining({
          agreements: {
            terms: terms.version,
            privacy: privacy.version,
            riskDisclosure: riskDisclosure.version,
          },
        }),
      }),
    );
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
      message: 'You are already verified',
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
      const [screened] = (await identity.screeningOf(session)) as any[];
      const kept: any = await openAny(identity.vault, submitted.data.applicationItem);
      const document = await openAny(identity.vault, submitted.data.documents[0].id);
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

describe('an applicant of whom more is known than one form says', () => {
  const ssn = '078-05-1120';
  const decided = async (session: Session, role = 'investor') =>
    ((await identity.identityOf(session)) as any[])
      .filter(({ type, data }) => type === 'KycDecided' && data.role === role)
      .at(-1)?.data;
  const casesOf = async (session: Session) =>
    ((await identity.screeningOf(session)) as any[])
      .filter(({ type }) => type === 'ComplianceCaseOpened')
      .map(({ data }) => `${data.kind}: ${data.reason}`);

  it('with the number of another wallet opens a case; written otherwise it is the same number (rule 6)', async () => {
    const [first, second] = [somebody(), somebody()];
    await identity.submit(first, 'Ida', { personal: { ssn } });
    expect(await identity.submit(second, 'Ida', { personal: { ssn: '078 05 1120' } })).toMatchObject({
      status: 'pending',
    });
    expect(await decided(second)).toMatchObject({ code: 'duplicate-identity' });
    expect(await decided(first)).toMatchObject({ status: 'verified' });
    expect([await casesOf(first), await casesOf(second)]).toEqual([[], ['documents: duplicate-identity']]);
  });

  it('with the number of somebody who has an unresolved hit inherits it, under whatever name (rule 6)', async () => {
    const [first, second] = [somebody(), somebody()];
    const personal = { ssn: '219-09-9999' };
    expect(await identity.submit(first, LISTED, { personal })).toMatchObject({ status: 'rejected', riskLevel: 'high' });
    expect(await identity.submit(second, 'Ida', { personal })).toMatchObject({
      status: 'rejected',
      flags: ['sanctions-match'],
      reason: 'Your application cannot be approved at this time',
    });
    expect((await identity.standing.stateOf(second.wallet)).suspended).toBe(true);
    expect(await casesOf(second)).toEqual(['screening: linked-wallet', 'documents: duplicate-identity']);
  });

  it('of the sandbox shares the number of others, also of a listed one, and is verified at once', async () => {
    const sandbox = identityOn(db, 'auto', undefined, false);
    const [first, listed, last] = [somebody(), somebody(), somebody()];
    const personal = { ssn: '123-45-6789' };
    const said: string[] = [];
    for (const [session, name] of [
      [first, 'Ida'],
      [listed, LISTED],
      [last, 'Otto'],
    ] as const)
      said.push((await sandbox.submit(session, name, { personal })).status);
    expect(said).toEqual(['approved', 'rejected', 'approved']);
    expect([await casesOf(first), await casesOf(last)]).toEqual([[], []]);
    expect(await sandbox.wallets.othersOf(last.wallet)).toEqual([]);
  });

  it('as landlord under another name than as investor waits for an officer (rule 3)', async () => {
    const session = somebody();
    await identity.submit(session, 'Ida');
    expect(await identity.submit(session, 'Otto', { role: 'landlord' })).toMatchObject({ status: 'pending' });
    expect(await decided(session, 'landlord')).toMatchObject({ code: 'details-differ' });
    expect(await casesOf(session)).toContain('documents: names-disagree');
  });

  it('names the person in other letters and as in the passport: both are screened, and must be one person', async () => {
    const [one, two, listed] = [somebody(), somebody(), somebody()];
    const apply = (session: Session, lastName: string, passportName: string) =>
      identity.submit(session, 'Иван', { personal: { lastName, passportName } });
    expect(await apply(one, 'Петров', 'Petrov Ivan')).toMatchObject({ status: 'approved' });
    expect(await apply(two, 'Петров', 'Karl Sommer')).toMatchObject({ status: 'pending' });
    expect(await casesOf(two)).toEqual(['documents: names-disagree']);
    await apply(listed, 'Петров', `${LISTED} Petrov`);
    expect(await decided(listed, 'investor')).toMatchObject({ code: 'screening-hit' });
  });

  it('a landlord’s business is screened too (rule 3)', async () => {
    const session = somebody();
    const details = { businessName: `${LISTED} Holdings` };
    expect(await identity.submit(session, 'Ida', { role: 'landlord', details })).toMatchObject({ status: 'rejected' });
  });

  it('leaves nothing personal in an event, not even a plain digest of a file', async () => {
    const session = somebody();
    await identity.submit(session, 'Erika', { personal: { ssn: '987-65-4320', dateOfBirth: '1985-04-12' } });
    const told = JSON.stringify([await identity.identityOf(session), await identity.screeningOf(session)]);
    for (const secret of ['Erika', '987-65-4320', '987654320', '1985-04-12', 'a'.repeat(64)])
      expect(told).not.toContain(secret);
  });
});

describe('The digest of a command’s input', () => {
  it('is keyed: nobody who reads the table can try out what was sent', async () => {
    const digestWith = async (byte: number, input: object) => {
      const keyed = new VaultService(db.pool, ringOf(byte));
      const cause = { session: somebody(), idempotencyKey: 'key', input };
      return (await new Causation(identity.calendar, keyed).contextOf(cause)).inputHash;
    };
    const mine = await digestWith(1, { ssn: '123456789' });
    expect(await digestWith(1, { ssn: '123456789' })).toBe(mine);
    expect(
      new Set([mine, await digestWith(2, { ssn: '123456789' }), await digestWith(1, { ssn: '123456780' })]).size,
    ).toBe(3);
  });
});
