import { Injectable } from '@nestjs/common';
import type { CaseView } from '@tknest/contracts/api';
import { unlessGone, VaultService } from '#platform/vault/vault.service.js';
import { EFFECT_OF_RESOLVING, noteSubject } from '../../case.decider.js';
import type { Case } from '../../read-models/cases/case.entity.js';

/** Notes that people wrote about cases are kept in the vault and decrypted when a case is shown. */
@Injectable()
export class CaseNotes {
  constructor(private readonly vault: VaultService) {}

  async shown({ noteItem, ...row }: Case): Promise<CaseView> {
    const note = noteItem ? await this.textOf(noteItem, noteSubject(row.id, row)) : row.note;
    return { ...row, note, effectOfResolving: EFFECT_OF_RESOLVING[row.kind] };
  }

  /** Null if the person whom the case named was erased. */
  private async textOf(item: string, subject: string): Promise<string | null> {
    const note = await unlessGone(this.vault.get(item, { subject, kind: 'case-note' }));
    return note && String((note as { text?: unknown }).text);
  }
}
