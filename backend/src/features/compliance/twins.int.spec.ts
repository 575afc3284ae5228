import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Session } from '#platform/sessions/session.js';
import { Refused } from '#platform/domain/refused.js';
import { identityStream } from '#features/identity/identity.state.js';
import { personProjection } from '#features/identity/read-models/person/person.projection.js';
import { verificationProjection } from '#features/identity/read-models/verification/verification.projection.js';
import { audienceOf, type Fact } from '#features/platform-info/use-cases/follow-changes/audience.js';
import { screeningFold } from '#features/screening/rules.public.js';
import { objectionOf } from '#features/payments/payment-ports.js';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, LISTED, somebody } from '#test/support/identity.js';
import { fact, NoticeWorld } from '#test/support/notice-world.js';
import { openedPayment } from '#test/support/started-payment.js';
import { CaseFile } from './case-file.js';
import { ListOwnCases, ListOwnCasesHandler } from './use-cases/own-cases/own-cases.query.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
let world: NoticeWorld;
/** Two people whose applications an officer has to decide: one waits for the office, the other has a hit. */
let twins: Session[];
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db, 'review', undefined, true, undefined, false);
  world = await NoticeWorld.open();
  twins = [somebody(), somebody()];
  await identity.submit(twins[0]!, 'Ida');
  await identity.submit(twins[1]!, LISTED);
});
afterAll(async () => {
  await world?.close();
  await db?.drop();
});

const refusal = (asked: Promise<unknown>) =>
  asked.catch((error: unknown) => (error instanceof Refused ? [error.reason, error.message] : error));

/** Asks about both, each answer without the wallet's address. */
async function expectEqual(ask: (wallet: string) => Promise<unknown>): Promise<string> {
  const [clean, listed] = await Promise.all(
    twins.map(async ({ wallet }) => JSON.stringify(await ask(wallet)).replaceAll(wallet, 'r')),
  );
  expect(listed).toBe(clean);
  return clean!;
}

describe('an undecided hit is told to nobody: its person is answered like a twin who waits for an officer', () => {
  it('about the verification, and when something new begins', async () => {
    const { told } = identity;
    for (const role of ['investor', 'landlord'] as const) {
      await expectEqual((wallet) => told.of(wallet, role));
      await expectEqual((wallet) => refusal(told.mayBegin(wallet, role)));
    }
    expect(await expectEqual((wallet) => refusal(told.mayBegin(wallet, null)))).toContain('is being reviewed');
  });

  it('at the last check of a payment, and as the payee of a stranger', async () => {
    const check = (terms: Parameters<typeof openedPayment>[1]) =>
      objectionOf(openedPayment('p', terms), identity.store, identity.standing, identity.told);
    const told = async (wallet: string) => (await check({ payer: wallet, kind: 'rlusd_payment' }))?.message;
    expect(await expectEqual(told)).toContain('is being reviewed');
    expect(await expectEqual(async (payer) => (await check({ payer }))?.message)).toContain('has lapsed');
    for (const paying of ['new', 'owed'] as const) await expectEqual((payee) => identity.told.paidTo(payee, paying));
    await expectEqual((wallet) => identity.told.holdOf(wallet));
  });

  it('in the list of their own cases, and in what the live feed tells their pages', async () => {
    const { store, vault, dossier } = identity;
    const own = new ListOwnCasesHandler(new CaseFile(store, vault, dossier));
    const cases = await expectEqual((wallet) => own.execute(new ListOwnCases(wallet)));
    expect(JSON.parse(cases)).toEqual([]);
    await expectEqual(async (wallet) => {
      const facts: Fact[] = [];
      for (const stream of [identityStream(wallet), screeningFold(wallet).stream])
        for await (const event of store.read(stream))
          for (const { name, events } of [personProjection, verificationProjection])
            if ((events as readonly string[]).includes(event.type))
              facts.push({ readModel: name as Fact['readModel'], event });
      const { everybody, wallets } = audienceOf(facts, new Map(), new Map());
      return { everybody: [...everybody], wallets: [...wallets].map(([to, names]) => [to, [...names]]) };
    });
  });

  it('in the notifications, and so in mails, until an officer has confirmed it', async () => {
    for (const session of twins)
      for (const { type, data } of [...(await identity.screeningOf(session)), ...(await identity.identityOf(session))])
        await world.happen(fact(type, data));
    await expectEqual((wallet) => world.listFor(wallet));
    const { wallet } = twins[1]!;
    const { data: screened } = (await identity.screeningOf(twins[1]!)).find(({ type }) => type === 'PersonScreened')!;
    const { hits } = screened as { hits: object[] };
    const decided = { caseId: 'c', wallet, role: 'investor', decision: 'reject', hits };
    await world.happen(fact('ComplianceCaseDecided', decided));
    expect(await world.told(wallet)).toEqual(['verification-rejected']);
  });

  it('and like a clean twin who was drawn for a review where a form alone verifies', async () => {
    const drawing = identityOn(db, 'auto', undefined, true, undefined, false, 100);
    const [clean, listed] = [somebody(), somebody()];
    await drawing.submit(clean, 'Ida');
    await drawing.submit(listed, LISTED);
    const told = ({ wallet }: Session) => drawing.told.of(wallet, 'investor');
    expect(await told(listed)).toEqual(await told(clean));
    expect(await told(clean)).toMatchObject({ kycStatus: 'pending' });
    // It was drawn once, so it waits whatever is drawn later.
    const later = identityOn(db, 'auto', undefined, true, undefined, false, 0);
    await later.decisions.append(clean.wallet, await later.causation.contextOf({}), () => ({ identity: [] }));
    expect(await told(clean)).toMatchObject({ kycStatus: 'pending' });
  });

  it('while a person who never applied pays and is paid as before', async () => {
    expect(await identity.told.holdOf(somebody().wallet)).toBeNull();
    await identity.told.mayBegin(somebody().wallet, null);
  });
});
