import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '#test/support/database.js';
import { identityOn, LISTED, somebody } from '#test/support/identity.js';
import type { Session } from '#platform/sessions/session.js';

let db: TestDatabase;
let identity: ReturnType<typeof identityOn>;
beforeAll(async () => {
  db = await freshDatabase();
  identity = identityOn(db, 'review', undefined, true, undefined, false);
});
afterAll(() => db?.drop());

const told = async ({ wallet }: Session) => identity.told.of(wallet, 'investor');

describe('an applicant whose name is on a list, where people are real', () => {
  it('is told the same as anybody whom an officer reviews, word for word', async () => {
    const [clean, listed] = [somebody(), somebody()];
    expect(await identity.submit(listed, LISTED)).toEqual(await identity.submit(clean, 'Ida'));
    expect(await told(listed)).toEqual(await told(clean));
    // The log has the true state.
    expect((await identity.standing.of(listed.wallet, 'investor')).kycStatus).toBe('rejected');
    expect(await identity.standing.stateOf(listed.wallet)).toMatchObject({ suspended: true, underReview: true });
  });

  it('is refused a purchase in the words that everybody under review is refused in', async () => {
    const [clean, listed] = [somebody(), somebody()];
    await identity.submit(listed, LISTED);
    await identity.submit(clean, 'Ida');
    const refusal = ({ wallet }: Session) => identity.told.mustBeVerified(wallet, 'investor').catch(String);
    expect(await refusal(listed)).toBe(await refusal(clean));
  });

  it('hands in one application at a time, as everybody, and tells nothing by trying', async () => {
    const [clean, listed] = [somebody(), somebody()];
    await identity.submit(listed, LISTED);
    await identity.submit(clean, 'Ida');
    const again = (session: Session) =>
      identity.submit(session, 'Ada').catch(({ reason, message }) => [reason, message]);
    const told = await again(clean);
    expect(told).toEqual(['conflict', expect.stringContaining('Your application is being reviewed')]);
    expect(await again(listed)).toEqual(told);
    expect(await identity.keptFor(clean)).toBe(await identity.keptFor(listed));
    expect(await identity.submit(clean, 'Ada', { role: 'landlord' })).toMatchObject({ status: 'pending' });
  });

  it('is told of the refusal once an officer has confirmed the hit', async () => {
    const session = somebody();
    await identity.submit(session, LISTED);
    const events = (await identity.screeningOf(session)) as any[];
    const { hits } = events.find(({ type }) => type === 'PersonScreened').data;
    const { caseId, wallet, role, applicationId } = events.find(({ type }) => type === 'ComplianceCaseOpened').data;
    const decided = { caseId, wallet, role, applicationId, decision: 'reject', hits, by: 'rOfficer', proposedBy: null };
    const { store, causation } = identity;
    const fact = { type: 'ComplianceCaseDecided', data: { ...decided, item: 'i' } };
    await store.append(`screening-${wallet}`, 'any', [fact], await causation.contextOf({}));
    expect(await told(session)).toMatchObject({
      kycStatus: 'rejected',
      rejectionReason: 'Your application cannot be approved at this time',
    });
    // After a decision, another application is possible.
    await identity.submit(session, 'Ada');
    expect((await identity.identityOf(session)).filter(({ type }) => type === 'KycSubmitted')).toHaveLength(2);
  });
});
