import { Injectable } from '@nestjs/common';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import type { ProcessManager } from '#platform/processes/process-manager.js';
import { unlessGone, VaultService } from '#platform/vault/vault.service.js';
import type { ScreenedSubjects } from '#features/screening/module.public.js';
import { NameSearch } from '../name-search.js';

/** Makes screened people searchable by the words of their names, and erased people unsearchable. */
@Injectable()
export class NameSearchProcess implements ProcessManager {
  readonly name = 'name-search';
  readonly events = ['PersonScreened', 'PersonErased'];

  constructor(
    private readonly vault: VaultService,
    private readonly names: NameSearch,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.wallet;
  }

  async handle({ type, data }: RecordedEvent): Promise<void> {
    const wallet: string = data.wallet;
    if (type === 'PersonErased') return this.names.forget(wallet);
    const of = { subject: wallet, kind: 'screening-subjects' } as const;
    const screened = await unlessGone(this.vault.get(data.subjectItem, of));
    // Erased in the meantime, so there is no name any more.
    if (!screened) return;
    const { subjects } = screened as unknown as ScreenedSubjects;
    await this.names.remember(
      wallet,
      subjects.flatMap(({ names }) => names),
    );
  }
}
