import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IdentityEvent, ProviderStatus } from '@tknest/contracts/events';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, somebody } from '#test/support/identity.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { DecideAgainProcess } from './processes/decide-again.process.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db, 'review');
});
afterAll(() => db?.drop());

let facts = 0;
async function happen({ wallet }: Session, ...events: IdentityEvent[]): Promise<void> {
  const context = await identity.causation.contextOf({});
  const screened = await identity.persons.prepare({
    wallet,
    role: 'investor',
    applicationId: 'second',
    occasion: 'provider',
    subjects: [{ kind: 'individual', names: ['Ida Example'], birthDate: null, countries: [] }],
  });
  const isApproved = events.some(({ data }) => 'status' in data && data.status === 'approved');
  await identity.decisions.append(wallet, context, () => ({
    identity: events,
    ...(isApproved && { screened }),
  }));
}
const attempt = (wallet: string, externalId: string): IdentityEvent => ({
  type: 'VerificationStarted',
  data: { wallet, role: 'investor', provider: 'persona', externalId, providerId: externalId },
});
const report = (wallet: string, externalId: string, status: ProviderStatus): IdentityEvent => ({
  type: 'VerificationReported',
  data: {
    wallet,
    role: 'investor',
    provider: 'persona',
    externalId,
    status,
    since: new Date(Date.UTC(2026, 10, 22, 0, 0, facts++)).toISOString(),
    reportItem: null,
  },
});
const openCases = async (session: Session) => {
  const events = (await identity.screeningOf(session)) as any[];
  const decided = events.flatMap(({ type, data }) => (type === 'ComplianceCaseDecided' ? data.caseId : []));
  return events
    .filter(({ type, data }) => type === 'ComplianceCaseOpened' && !decided.includes(data.caseId))
    .map(({ data }) => data);
};
async function clear(session: Session): Promise<void> {
  const [{ caseId, wallet, role, applicationId }] = await openCases(session);
  const data = { caseId, wallet, role, applicationId, decision: 'clear', hits: [], by: 'rOfficer', proposedBy: null };
  const event = { type: 'ComplianceCaseDecided', data: { ...data, item: 'i' } };
  await identity.store.append(`screening-${wallet}`, 'any', [event], await identity.causation.contextOf({}));
  const { store, decisions, causation, wallets } = identity;
  const commandId = () => `00000000-0000-4000-8000-${String(++facts).padStart(12, '0')}`;
  await new DecideAgainProcess(store, decisions, causation, wallets).handle(
    event as unknown as RecordedEvent,
    { commandId } as never,
  );
}
const statusOf = async ({ wallet }: Session) => (await identity.standing.of(wallet, 'investor')).kycStatus;

it('whose second attempt the provider approved is never pending without a case', async () => {
  const session = somebody();
  const { wallet } = session;
  await happen(session, attempt(wallet, 'first'), report(wallet, 'first', 'declined'));
  await happen(session, attempt(wallet, 'second'), report(wallet, 'second', 'approved'));
  expect(await statusOf(session)).toBe('pending');
  // The first case was opened for the first attempt: clearing it decides nothing about the second one.
  for (let officer = 0; officer < 2 && (await statusOf(session)) === 'pending'; officer++) {
    expect(await openCases(session)).toHaveLength(1);
    await clear(session);
  }
  expect(await statusOf(session)).toBe('verified');
  expect(await openCases(session)).toEqual([]);
});
