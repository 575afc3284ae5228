import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import type { PersonalInfo } from '@tknest/contracts/api';
import type { DocumentScan } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { BusinessCalendar } from '../../../platform/clock/business-calendar.js';
import { CLOCK, type Clock } from '../../../platform/clock/clock.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { handleCommand, type CommandContext } from '../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '../../../platform/event-store/event-store.js';
import { uuidv5 } from '../../../platform/event-store/ids.js';
import { Causation } from '../../../platform/sessions/causation.js';
import { VaultService } from '../../../platform/vault/vault.service.js';
import { Dossier } from '../dossier.js';
import { identityFold, identityStream, type IdentityState } from '../identity.state.js';
import { erasePerson } from './erasure.decider.js';
import { LegalHolds } from './legal-holds.js';
import { Tombstones, type Tombstone } from './tombstones.js';

/** The key under which lies what the law asks to keep. */
export const retainedSubject = (wallet: string) => `retained/${wallet}`;
export const RETAINED = 'retained-person';

/** What is kept of an erased person, for as long as the law asks; officers read it, and each look is recorded. */
export interface RetainedPerson {
  /** As stated in each form. */
  persons: Pick<PersonalInfo, 'firstName' | 'lastName' | 'dateOfBirth' | 'country'>[];
  decisions: IdentityState['standing'];
  verifications: { provider: string; externalId: string; status: string; since: string | null }[];
  /** Proof of identity, by the document's id: items of their own. */
  documents: { id: string; mediaType: string; item: string; scan?: DocumentScan }[];
}

/** Destroys a person's key, once what the law asks for lies under another one. */
@Injectable()
export class Eraser implements OnApplicationBootstrap {
  private readonly log = new Logger('Erasure');

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly calendar: BusinessCalendar,
    private readonly vault: VaultService,
    private readonly dossier: Dossier,
    private readonly holds: LegalHolds,
    private readonly tombstones: Tombstones,
    private readonly causation: Causation,
  ) {}

  /** Before the program is ready: who was erased stays so, also where the database was restored from before. */
  async onApplicationBootstrap(): Promise<void> {
    for (const stone of await this.tombstones.all()) await this.replay(stone);
  }

  /** @throws Refused (409 naming the holds) */
  async erase(wallet: string, context: CommandContext): Promise<Position> {
    const [holds, last, today] = await Promise.all([
      this.holds.certainly(wallet),
      this.holds.lastTransaction(wallet),
      this.calendar.today(),
    ]);
    const retainedUntil = yearsLater(last ?? today, this.config.retentionYears);
    const item = randomUUID();
    const { position, events } = await handleCommand(
      this.store,
      identityFold(wallet),
      async (state) => {
        const erased = erasePerson({ wallet, retainedUntil, holds }, state);
        await this.retain(wallet, state, item);
        return erased;
      },
      context,
    );
    if (events.length > 0) await this.destroy({ wallet, at: this.clock.now().toISOString(), retainedUntil });
    return position;
  }

  /** What follows from the fact that somebody was erased; again changes nothing. */
  async destroy(tombstone: Tombstone): Promise<void> {
    await this.tombstones.add(tombstone);
    await this.vault.erase(tombstone.wallet);
  }

  private async retain(wallet: string, state: IdentityState, item: string): Promise<void> {
    const subject = retainedSubject(wallet);
    const documents: RetainedPerson['documents'] = [];
    for (const { id, kind, mediaType, scan } of state.documents.values()) {
      if (kind !== 'idDocument') continue;
      const item = uuidv5(`retained/${id}`);
      await this.vault.put(subject, 'retained-document', (await this.vault.get(id)) as Buffer, item);
      documents.push({ id, mediaType, item, scan });
    }
    const forms = await Promise.all([this.dossier.formOf(state, 'investor'), this.dossier.formOf(state, 'landlord')]);
    const retained: RetainedPerson = {
      persons: forms
        .filter((form) => form !== undefined)
        .map(({ personal: { firstName, lastName, dateOfBirth, country } }) => ({
          firstName,
          lastName,
          dateOfBirth,
          country,
        })),
      decisions: state.standing,
      verifications: [...state.checks.values()].map(({ provider, externalId, status, since }) => ({
        provider,
        externalId,
        status,
        since,
      })),
      documents,
    };
    await this.vault.put(subject, RETAINED, retained, item);
  }

  private async replay({ wallet, at, retainedUntil }: Tombstone): Promise<void> {
    let lastErased = '';
    let lastApplied = '';
    for await (const event of this.store.read(identityStream(wallet))) {
      if (event.type === 'PersonErased') lastErased = event.at;
      if (event.type === 'KycSubmitted' || event.type === 'VerificationStarted') lastApplied = event.at;
    }
    if (lastApplied > at || (lastErased > lastApplied && !(await this.vault.holds(wallet)))) return;
    this.log.warn({ wallet }, 'Erased before, and there again: erased anew');
    const context = await this.causation.contextOf({ commandId: uuidv5(`tombstone/${wallet}/${at}`) });
    await handleCommand(
      this.store,
      identityFold(wallet),
      async (state) => {
        if (state.erasure === 'erased' || lastApplied === '') return [];
        await this.retain(wallet, state, uuidv5(`tombstone-item/${wallet}/${at}`));
        return erasePerson({ wallet, retainedUntil, holds: [] }, state);
      },
      context,
    );
    await this.vault.erase(wallet);
  }
}

function yearsLater(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}
