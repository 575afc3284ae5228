import { Inject, Injectable } from '@nestjs/common';
import type { ScreeningEvent } from '@tknest/contracts/events';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/decider.js';
import type { ItemOf } from '#platform/vault/open-item.js';
import { unlessGone, VaultService } from '#platform/vault/vault.service.js';
import { Dossier, identityFold, type IdentityState, type SealedApplication } from '#features/identity/module.public.js';
import { type ScreenedSubjects, type ScreeningSubject } from '#features/screening/module.public.js';
import { screeningFold, type PersonScreeningState } from '#features/screening/rules.public.js';

export interface Happened {
  at: string;
  event: ScreeningEvent;
  actor: string | null;
}

/** Everything about a person that a case is based on, decrypted. */
export interface OpenedFile {
  state: PersonScreeningState;
  identity: IdentityState;
  happened: Happened[];
  form: SealedApplication | undefined;
  subjects: ScreeningSubject[];
}

/** Decrypts what the log and the vault have about a person. Callers record the view first. */
@Injectable()
export class CaseFile {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly vault: VaultService,
    private readonly dossier: Dossier,
  ) {}

  async open(wallet: string, role: 'investor' | 'landlord'): Promise<OpenedFile> {
    const fold = screeningFold(wallet);
    const happened: Happened[] = [];
    let state = fold.initialState;
    for await (const recorded of this.store.read(fold.stream)) {
      const event = { type: recorded.type, data: recorded.data } as ScreeningEvent;
      state = fold.evolve(state, event, new Date(recorded.at));
      happened.push({ at: recorded.at, event, actor: recorded.metadata.actor.wallet });
    }
    const { state: identity } = await load(this.store, identityFold(wallet));
    return {
      state,
      identity,
      happened,
      form: await this.dossier.formOf(wallet, identity, role),
      subjects: await this.subjectsOf(wallet, state),
    };
  }

  /** The text of a reason, a question or an answer; null if the person was erased. */
  async textOf(item: string, wallet: string): Promise<string | null> {
    const opened = await this.opened<{ text: string }>(item, wallet, ['compliance-reason', 'compliance-answer']);
    return opened?.text ?? null;
  }

  private async subjectsOf(wallet: string, { latest }: PersonScreeningState): Promise<ScreeningSubject[]> {
    const screened = await Promise.all(
      Object.values(latest).map(({ subjectItem }) =>
        this.opened<ScreenedSubjects>(subjectItem, wallet, 'screening-subjects'),
      ),
    );
    const subjects = screened.flatMap((one) => one?.subjects ?? []);
    return [...new Map(subjects.map((subject) => [JSON.stringify(subject), subject])).values()];
  }

  private async opened<T>(item: string, subject: string, kind: ItemOf['kind']): Promise<T | null> {
    return (await unlessGone(this.vault.get(item, { subject, kind }))) as T | null;
  }
}
