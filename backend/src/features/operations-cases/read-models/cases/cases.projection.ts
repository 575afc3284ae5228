import type { CaseView } from '@tknest/contracts/api';
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
    for (const event of events) {
      const id = event.data.caseId;
      const { summary: _s, note: _n, noteItem: _i, resolvedAt: _r, ...change } = changeBy(event, event.at);
      if (event.type === 'CaseOpened') await tx.upsert(Case, { id, ...change } as object, ['id']);
      else await tx.update(Case, { id }, change as object);
    }
  },
};

export type FoundCase = Omit<CaseView, 'id' | 'effectOfResolving'> & { noteItem: string | null };

/** What an event changes of a case. Its row has no text: people read that from the log. */
export function changeBy({ type, data }: CaseEvent, at: string): Partial<FoundCase> {
  switch (type) {
    case 'CaseOpened': {
      const { caseId: _id, ...opened } = data;
      return { ...opened, ...UNANSWERED, openedAt: at };
    }
    case 'CaseResolved': {
      const { resolution, note, noteItem } = data;
      return { status: 'resolved', resolution, note, noteItem, resolvedAt: at };
    }
    case 'CaseAnswerRefused':
      return UNANSWERED;
    case 'CaseAnswerConfirmed':
      return {};
  }
}
