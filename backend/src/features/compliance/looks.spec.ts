import { describe, expect, it, jest } from '@jest/globals';
import type { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import type { EventStore } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import type { Causation } from '#platform/sessions/causation.js';
import { Recorder } from '#platform/sessions/recorder.js';
import type { ListKeeper } from '#features/screening/module.public.js';
import type { CaseFile } from './case-file.js';
import type { CaseFinder } from './case-finder.js';
import { Looks } from './looks.js';
import type { Officers } from './officers.js';
import type { RelatedWallets } from './use-cases/show-case/related-wallets.js';
import { ShowComplianceCase, ShowComplianceCaseHandler } from './use-cases/show-case/show-case.query.js';

describe('a look at personal data (rule 10)', () => {
  it('that cannot be recorded shows nothing: nothing is even opened', async () => {
    const store = { append: () => Promise.reject(new Error('the log is away')) } as unknown as EventStore;
    const causation = { contextOf: async () => ({}) } as unknown as Causation;
    const open = jest.fn();
    const handler = new ShowComplianceCaseHandler(
      { one: async () => ({ id: 'c', wallet: 'rIda', userRole: 'investor' }) } as unknown as CaseFinder,
      { open } as unknown as CaseFile,
      new Looks(store, new Recorder(store, causation)),
      { linked: async () => false } as unknown as Officers,
      {} as ListKeeper,
      {} as RelatedWallets,
      {} as BusinessCalendar,
    );
    const officer = { wallet: 'rOfficer', role: 'compliance' } as Session;
    await expect(handler.execute(new ShowComplianceCase(officer, 'c'))).rejects.toMatchObject({
      reason: 'unavailable',
    });
    expect(open).not.toHaveBeenCalled();
  });
});
