import { Inject, Injectable } from '@nestjs/common';
import type { CaseView } from '@tknest/contracts/api';
import type { CaseEvent } from '@tknest/contracts/events';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { alarm } from '#platform/telemetry/security-log.js';
import { unlessGone, VaultService } from '#platform/vault/vault.service.js';
import { caseStream, EFFECT_OF_RESOLVING, noteSubject } from '../../case.decider.js';
import type { Case } from '../../read-models/cases/case.entity.js';
import { changeBy, type FoundCase } from '../../read-models/cases/cases.projection.js';

/**
 * Cases as people see them before they answer: from the log, because a row only finds one. What people wrote about a
 * case is kept in the vault.
 */
@Injectable()
export class ShownCases {
  constructor(
    private readonly vault: VaultService,
    @Inject(EVENT_STORE) private readonly store: EventStore,
  ) {}

  /** @returns null, with a security event, for a row without a case */
  async shown({ id }: Pick<Case, 'id'>): Promise<CaseView | null> {
    let found: Partial<FoundCase> = {};
    for await (const event of this.store.read(caseStream(id)))
      found = { ...found, ...changeBy(event as unknown as CaseEvent, event.at) };
    if (found.status === undefined) return (alarm('read-model-refused'), null);
    const { noteItem, ...row } = found as FoundCase;
    const note = noteItem ? await this.textOf(noteItem, noteSubject(id, row)) : row.note;
    return { ...row, id, note, effectOfResolving: EFFECT_OF_RESOLVING[row.kind] };
  }

  /** Null if the person whom the case named was erased. */
  private async textOf(item: string, subject: string): Promise<string | null> {
    const note = await unlessGone(this.vault.get(item, { subject, kind: 'case-note' }));
    return note && String((note as { text?: unknown }).text);
  }
}
