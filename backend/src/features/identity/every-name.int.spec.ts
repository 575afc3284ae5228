import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IdentityEvent, ProviderStatus } from '@tknest/contracts/events';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, LISTED, somebody } from '#test/support/identity.js';
import { load } from '#platform/event-store/decider.js';
import type { Session } from '#platform/sessions/session.js';
import { recordScreening, screeningFold, standingOf } from '#features/screening/rules.public.js';
import { identityFold } from './identity.state.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db);
});
afterAll(() => db?.drop());

const namesOf = async ({ wallet }: Session) => {
  const { state } = await load(identity.store, identityFold(wallet));
  return (await identity.dossier.subjects(wallet, state, 'investor')).flatMap(({ names }) => names);
};
async function report({ wallet }: Session, status: ProviderStatus, since: string, firstName: string | null) {
  const person = firstName && { firstName, lastName: 'Example', dateOfBirth: '1970-01-01' };
  const reportItem = person ? await identity.vault.put(wallet, 'provider-report', { person, comment: null }) : null;
  const of = { wallet, role: 'investor', provider: 'persona', externalId: 'check' } as const;
  const started: IdentityEvent = { type: 'VerificationStarted', data: { ...of, providerId: 'inq' } };
  const reported: IdentityEvent = { type: 'VerificationReported', data: { ...of, status, since, reportItem } };
  await identity.decisions.append(wallet, await identity.causation.contextOf({}), (state) => ({
    identity: state.checks.size === 0 ? [started, reported] : [reported],
  }));
}
async function screenByList({ wallet }: Session) {
  const { state } = await load(identity.store, identityFold(wallet));
  const subjects = await identity.dossier.subjects(wallet, state, 'investor');
  const screened = await identity.persons.prepare({
    wallet,
    role: 'investor',
    applicationId: state.forms.investor?.applicationId ?? '',
    occasion: 'list',
    subjects,
  });
  const { state: before } = await load(identity.store, screeningFold(wallet));
  const events = recordScreening(screened, before, await identity.persons.newCase());
  return standingOf(events.reduce(screeningFold(wallet).evolve as never, before));
}

it('a name that a provider saw stays screened after the provider took the check back', async () => {
  const session = somebody();
  await identity.submit(session, 'Ida');
  await report(session, 'approved', '2026-11-20T00:00:00.000Z', LISTED);
  await report(session, 'declined', '2026-11-21T00:00:00.000Z', null);
  expect(await namesOf(session)).toEqual(['Ida Example', `${LISTED} Example`]);
  expect(await screenByList(session)).toMatchObject({ suspended: true, unresolved: [{ level: 'high' }] });
});

it('a name of an application stays screened after another application', async () => {
  const session = somebody();
  await identity.submit(session, LISTED, { details: { businessName: 'Ida Homes' } });
  await identity.submit(session, 'Ada');
  await identity.submit(session, 'Ada');
  expect(await namesOf(session)).toEqual(['Ada Example', `${LISTED} Example`, 'Ida Homes']);
});

it('what is handed in is screened together with the names that were given before', async () => {
  const session = somebody();
  await identity.submit(session, LISTED);
  await identity.submit(session, 'Harmless');
  const last = (await identity.screeningOf(session)).filter(({ type }) => type === 'PersonScreened').at(-1) as any;
  expect(last.data.hits).toHaveLength(1);
});
