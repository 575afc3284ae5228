import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { IdentityEvent, ProviderStatus } from '@tknest/contracts/events';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, somebody } from '#test/support/identity.js';
import fc from 'fast-check';
import type { DataSource } from 'typeorm';
import { Refused } from '#platform/domain/refused.js';
import { load } from '#platform/event-store/decider.js';
import type { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { checkOf, identityFold } from './identity.state.js';
import type { Gateways } from './providers/provider.js';
import {
  FollowVerification,
  FollowVerificationHandler,
} from './use-cases/follow-verification/follow-verification.command.js';
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
const clear = (session: Session) => decide(session, 'clear');
async function decide(session: Session, decision: 'clear' | 'reject'): Promise<void> {
  const [first] = await openCases(session);
  if (!first) return;
  const { caseId, wallet, role, applicationId } = first;
  const data = { caseId, wallet, role, applicationId, decision, hits: [], by: 'rOfficer', proposedBy: null };
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

it('whose result contradicts a newer answer of the provider is told to an officer after ten minutes, once', async () => {
  const session = somebody();
  const { wallet } = session;
  await happen(session, attempt(wallet, `${wallet}-1`), report(wallet, `${wallet}-1`, 'in_progress'));
  const { store, decisions, dossier, vault, persons, causation } = identity;
  let now = Date.UTC(2026, 10, 22);
  const approved = { status: 'approved', since: new Date(now - 1).toISOString(), person: null, comment: null };
  const db = { getRepository: () => ({ findOneBy: async () => ({ wallet, externalId: `${wallet}-1` }) }) };
  const gateways = { persona: { report: async () => approved } } as unknown as Gateways;
  const calendar = { now: async () => new Date(now) } as BusinessCalendar;
  const handler = new FollowVerificationHandler(
    store,
    db as unknown as DataSource,
    gateways,
    decisions,
    dossier,
    vault,
    persons,
    causation,
    calendar,
  );
  const asked = async () => {
    await handler.execute(new FollowVerification('persona', `${wallet}-1`));
    return (await openCases(session)).map(({ kind, reason }) => ({ kind, reason }));
  };
  expect(await asked()).toEqual([]);
  now += 11 * 60_000;
  const told = [{ kind: 'provider', reason: 'report-not-counted' }];
  expect(await asked()).toEqual(told);
  expect(await asked()).toEqual(told);
});

/** What can happen to somebody who wants to be verified, and how often; a report is about a new attempt or the last. */
const about = (isNew: boolean, ...statuses: ProviderStatus[]) =>
  fc.record({ report: fc.constantFrom(...statuses), isNew: fc.constant(isNew) });
const step = fc.oneof(
  { weight: 6, arbitrary: about(true, 'approved', 'declined') },
  { weight: 2, arbitrary: about(true, 'in_progress', 'retry') },
  { weight: 2, arbitrary: about(false, 'approved', 'declined') },
  { weight: 4, arbitrary: fc.constant('clear' as const) },
  { weight: 2, arbitrary: fc.constantFrom('form' as const, 'reject' as const) },
);

/** Reasons to wait that the person, or a scan or list that arrives by itself, ends. */
const OWN_TURN = ['form-required', 'documents-checking', 'screening-unavailable'];

it(
  'whatever happens in whatever order, whoever is pending has an open case, a running check or something to do',
  () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
        const session = somebody();
        const { wallet } = session;
        let attempts = 0;
        for (const what of steps) {
          if (what === 'form') await identity.submit(session, 'Ida').catch(onlyRefused);
          else if (what === 'clear' || what === 'reject') await decide(session, what);
          else {
            if (what.isNew) await happen(session, attempt(wallet, `${wallet}-${++attempts}`));
            await happen(session, report(wallet, `${wallet}-${attempts}`, what.report));
          }
          await expectSomebodyKnows(session);
        }
      }),
      { numRuns: 60, seed: 20261128 },
    ),
  120_000,
);

const onlyRefused = (error: unknown) => {
  if (!(error instanceof Refused)) throw error;
};

async function expectSomebodyKnows(session: Session): Promise<void> {
  const { state } = await load(identity.store, identityFold(session.wallet));
  const standing = state.standing.investor;
  if (standing?.status !== 'pending') return;
  const check = checkOf(state, 'investor');
  const isRunning = check !== undefined && ['pending', 'in_progress', 'needs_review'].includes(check.status);
  const hasCase = (await openCases(session)).length > 0;
  expect({ standing, hasCase: hasCase || isRunning || OWN_TURN.includes(standing.code ?? '') }).toEqual({
    standing,
    hasCase: true,
  });
}
