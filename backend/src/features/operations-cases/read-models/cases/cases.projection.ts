import type { CaseEvent } from '@tknest/contracts/events';
import type { Projection } from '#platform/projections/projection.js';
import { Case } from './case.entity.js';

const UNANSWERED = { status: 'open', resolution: null } as const;

/** Cases for a person to decide, and their resolutions. */
export const casesProjection: Projection<CaseEvent> = {
  name: 'cases',
  version: 1,
  tables: ['cases'],
  events: ['CaseOpened', 'CaseResolved', 'CaseAnswerRefused'],
  onError: 'halt-stream',
  async apply(events, tx) {
    for (const event of events) {
      const id = event.data.caseId;
      const change = changeBy(event, event.at);
      if (event.type === 'CaseOpened') await tx.upsert(Case, { id, ...change } as object, ['id']);
      else await tx.update(Case, { id }, change as object);
    }
  },
};

function changeBy({ type, data }: CaseEvent, at: string): Partial<Case> {
  switch (type) {
    case 'CaseOpened': {
      const { caseId: _id, summary: _summary, ...opened } = data;
      return { ...opened, ...UNANSWERED, openedAt: at };
    }
    case 'CaseResolved':
      return { status: 'resolved', resolution: data.resolution };
    default:
      return UNANSWERED;
  }
}
