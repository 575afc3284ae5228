import type { CaseEvent } from '@tknest/contracts/events';
import type { Projection } from '../../../../platform/projections/projection.js';
import { Case } from './case.entity.js';

/** What a person must look at, and what was done about it. */
export const casesProjection: Projection = {
  name: 'cases',
  version: 1,
  tables: ['cases'],
  events: ['CaseOpened', 'CaseResolved'],
  onError: 'park',
  async apply(events, tx) {
    for (const event of events) {
      const { type, data } = event as unknown as CaseEvent;
      if (type === 'CaseOpened') {
        const { caseId: id, ...opened } = data;
        const again = { status: 'open', openedAt: event.at, resolvedAt: null, resolution: null, note: null } as const;
        await tx.upsert(Case, { id, ...opened, ...again } as object, ['id']);
      } else {
        const { caseId: id, resolution, note } = data;
        await tx.update(Case, { id }, { status: 'resolved', resolution, note, resolvedAt: event.at });
      }
    }
  },
};
