import { Inject, Injectable } from '@nestjs/common';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { Dossier } from './dossier.js';
import { identityFold } from './identity.state.js';

/** People's email addresses from their applications, for as long as the vault can decrypt them. */
@Injectable()
export class Addresses {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly dossier: Dossier,
  ) {}

  /** Null if none was given, or the person was erased. */
  async emailOf(wallet: string): Promise<string | null> {
    const { state } = await load(this.store, identityFold(wallet));
    const forms = await Promise.all(
      (['investor', 'landlord'] as const).map((role) => this.dossier.formOf(wallet, state, role)),
    );
    return forms.find((form) => form?.personal.email)?.personal.email ?? null;
  }
}
