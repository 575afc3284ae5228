import { Inject, Injectable } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { Recorder } from '#platform/sessions/recorder.js';
import type { Session } from '#platform/sessions/session.js';
import { Dossier } from './dossier.js';
import { identityFold, identityStream } from './identity.state.js';

/** Where people live according to their applications, for as long as the vault can decrypt them. */
@Injectable()
export class Residences {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly dossier: Dossier,
    private readonly recorder: Recorder,
  ) {}

  /**
   * State and country by wallet (`TX, US`), without those who never applied or were erased. Records each view before
   * it is shown. @throws what an append throws; then nothing is shown
   */
  async of(session: Session, wallets: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const wallet of wallets) {
      const { state } = await load(this.store, identityFold(wallet));
      for (const role of ['investor', 'landlord'] as const) {
        const personal = (await this.dossier.formOf(wallet, state, role))?.personal;
        if (personal && !found.has(wallet)) found.set(wallet, `${personal.state}, ${personal.country}`);
      }
    }
    const viewed = (wallet: string) => ({
      stream: identityStream(wallet),
      expected: 'any' as const,
      events: [{ type: 'ResidenceViewed', data: { wallet, by: session.wallet } }],
    });
    if (found.size > 0) await this.recorder.appendMany([...found.keys()].map(viewed), { session });
    return found;
  }
}
