import type { CaseEvent } from '@tknest/contracts/events';
import type { Projection } from '../../../../platform/projections/projection.js';
import { Case } from './case.entity.js';

/** What a person must look at, and what was done about it. */
export const casesProjection: Projection = {
  name: 'cases',
  version: 2,
  tables: ['cases'],
  events: ['CaseOpened', 'CaseResolved'],
  onError: 'park',
  async apply(events, tx) {
    for (const event of events) {
      const { type, data } = event as unknown as CaseEvent;
      if (type === 'CaseOpened') {
        const { caseId: id, ...opened } = data;
        const unanswered = { resolvedAt: null, resolution: null, note: null, noteItem: null };
        const again = { status: 'open', openedAt: event.at, ...unanswered } as const;
        await tx.upsert(Case, { id, ...opened, ...again } as object, ['id']);
      } else {
        const { caseId: id, resolution, note, noteItem } = data;
        await tx.update(Case, { id }, { status: 'resolved', resolution, note, noteItem, resolvedAt: event.at });
      }
    }
  },
};
