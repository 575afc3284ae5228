import type { CaseEvent } from '@tknest/contracts/events';
import type { Projection } from '#platform/projections/projection.js';
import { Case } from './case.entity.js';

const UNANSWERED = { status: 'open', resolvedAt: null, resolution: null, note: null, noteItem: null } as const;

/** Cases for a person to decide, and their resolutions. */
export const casesProjection: Projection<CaseEvent> = {
  name: 'cases',
  version: 1,
  tables: ['cases'],
  events: ['CaseOpened', 'CaseResolved', 'CaseAnswerRefused'],
  onError: 'halt-stream',
  async apply(events, tx) {
    for (const { type, data, at } of events) {
      if (type === 'CaseOpened') {
        const { caseId: id, ...opened } = data;
        await tx.upsert(Case, { id, ...opened, ...UNANSWERED, openedAt: at } as object, ['id']);
      } else if (type === 'CaseAnswerRefused') {
        await tx.update(Case, { id: data.caseId }, UNANSWERED);
      } else if (type === 'CaseResolved') {
        const { caseId: id, resolution, note, noteItem } = data;
        await tx.update(Case, { id }, { status: 'resolved', resolution, note, noteItem, resolvedAt: at });
      }
    }
  },
};
