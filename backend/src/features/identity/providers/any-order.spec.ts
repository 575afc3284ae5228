import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { IdentityEvent } from '@tknest/contracts/events';
import fc from 'fast-check';
import { recordReport } from '../identity.decider.js';
import { checkOf, evolveIdentity, unknownPerson } from '../identity.state.js';
import { PersonaGateway } from './persona.js';
import type { ProviderReport, VerificationGateway } from './provider.js';
import { SumsubGateway } from './sumsub.js';

afterEach(() => void jest.restoreAllMocks());

/** What each provider's API answers while one verification goes on, as its reference shows it, oldest first. */
const at = (minute: number) => `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`;
const inquiry = (status: string, times: object) => ({
  data: {
    type: 'inquiry',
    id: 'inq_1',
    attributes: {
      status,
      'created-at': at(0),
      'started-at': null,
      'expires-at': '2026-12-20T10:00:00.000Z',
      'updated-at': at(59),
      ...times,
    },
  },
});
const started = { 'started-at': at(1) };
const completed = { ...started, 'completed-at': at(5) };
const reviewed = { ...completed, 'marked-for-review-at': at(6) };
const decided = { ...reviewed, 'decisioned-at': at(9) };
const PERSONA = [
  inquiry('created', {}),
  inquiry('pending', started),
  inquiry('completed', completed),
  inquiry('needs_review', reviewed),
  inquiry('approved', decided),
  inquiry('approved', { ...decided, 'redacted-at': at(30) }),
];
const applicant = (review: object, more: object = {}) => ({ id: 'a1', externalUserId: 'ours', review, ...more });
const green = { reviewAnswer: 'GREEN' };
const red = { reviewAnswer: 'RED', reviewRejectType: 'FINAL', rejectLabels: ['FORGERY'] };
const SUMSUB = [
  applicant({ reviewStatus: 'init' }),
  applicant({ reviewStatus: 'pending', createDate: '2026-11-20 10:01:00+0000' }),
  applicant({ reviewStatus: 'onHold', createDate: '2026-11-20 10:01:00+0000' }),
  applicant({ reviewStatus: 'completed', reviewDate: '2026-11-20 10:03:30+0000', reviewResult: green }),
  applicant({ reviewStatus: 'completed', reviewDate: '2026-11-20 10:05:00.000', reviewResult: red }),
];

/** The reports that a gateway makes of these answers, asked one minute after another. */
async function reportsOf(gateway: VerificationGateway, answers: readonly object[], clock: { now: Date }) {
  const reports: ProviderReport[] = [];
  for (const [minute, answer] of answers.entries()) {
    clock.now = new Date(at(minute));
    jest.spyOn(globalThis, 'fetch').mockResolvedValueOnce(new Response(JSON.stringify(answer)));
    reports.push(await gateway.report('1'));
  }
  return reports;
}
/** The verification after these reports arrived in this order. */
function after(reports: readonly ProviderReport[]) {
  const of = { wallet: 'r1', role: 'investor', provider: 'persona', externalId: 'e1' } as const;
  const start: IdentityEvent = { type: 'VerificationStarted', data: { ...of, providerId: '1' } };
  const state = reports.reduce(
    (state, { status, since }) =>
      recordReport({ ...of, status, since, reportItem: null }, state).reduce(evolveIdentity, state),
    evolveIdentity(unknownPerson, start),
  );
  const { status, since } = checkOf(state, 'investor')!;
  return { status, since };
}

describe('what a provider says of a verification', () => {
  const clock = { now: new Date(at(0)) };
  it.each<[string, VerificationGateway, readonly object[], string]>([
    ['Persona', new PersonaGateway({ url: 'https://persona.example', key: 'k', templateId: 't' }), PERSONA, 'redacted'],
    [
      'Sumsub',
      new SumsubGateway(
        { url: 'https://sumsub.example', appToken: 'a', secretKey: 's', levelName: 'l' },
        () => clock.now,
      ),
      SUMSUB,
      'declined',
    ],
  ])(
    '%s: counts by its own time, in whatever order, how late and how often it arrives',
    async (_, gateway, answers, last) => {
      const reports = await reportsOf(gateway, answers, clock);
      const newest = { status: last, since: reports.at(-1)!.since };
      expect(after(reports)).toEqual(newest);
      const repeated = [...reports, ...reports];
      fc.assert(
        fc.property(fc.shuffledSubarray(repeated, { minLength: repeated.length }), (order) => {
          expect(after(order)).toEqual(newest);
        }),
      );
    },
  );
});
