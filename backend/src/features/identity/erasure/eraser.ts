import { Inject, Injectable } from '@nestjs/common';
import { UNSEEN_PROOF, type PersonalInfo } from '@tknest/contracts/api';
import type { DocumentScan, PersonErased } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { BusinessCalendar } from '../../../platform/clock/business-calendar.js';
import { CLOCK, type Clock } from '../../../platform/clock/clock.js';
import { CONFIG, type Config } from '../../../platform/config/config.js';
import { handleCommand, load, type CommandContext } from '../../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '../../../platform/event-store/event-store.js';
import { uuidv5 } from '../../../platform/event-store/ids.js';
import { NotInVault, VaultService } from '../../../platform/vault/vault.service.js';
import { Dossier } from '../dossier.js';
import { identityFold, identityStream, type IdentityState } from '../identity.state.js';
import { erasePerson, unseenProofs } from './erasure.decider.js';
import { LegalHolds } from './legal-holds.js';
import type { Tombstone } from './tombstone-note.js';
import { Tombstones } from './tombstones.js';

/** The key under which lies what the law asks to keep. */
export const retainedSubject = (wallet: string) => `retained/${wallet}`;
export const RETAINED = 'retained-person';

/** What is kept of an erased person, for as long as the law asks; officers read it, and each look is recorded. */
export interface RetainedPerson {
  /** As stated in each form. */
  persons: Pick<PersonalInfo, 'firstName' | 'lastName' | 'dateOfBirth' | 'country'>[];
  decisions: IdentityState['standing'];
  verifications: { provider: string; externalId: string; status: string; since: string | null }[];
  /** Proof of identity, by the document's id: items of their own; null where it was destroyed unseen. */
  documents: { id: string; mediaType: string; item: string | null; scan?: DocumentScan }[];
}

/** Destroys a person's key, once what the law asks for lies under another one. */
@Injectable()
export class Eraser {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly calendar: BusinessCalendar,
    private readonly vault: VaultService,
    private readonly dossier: Dossier,
    private readonly holds: LegalHolds,
    private readonly tombstones: Tombstones,
  ) {}

  /**
   * @param discardUnseen a proof of identity that nothing has looked at is not kept, and holds nothing
   * @throws Refused (409 naming the holds)
   */
  async erase(wallet: string, context: CommandContext, discardUnseen = false): Promise<Position> {
    return this.carryOut({ wallet, discardUnseen, item: randomUUID() }, context);
  }

  /**
   * The fact, then what follows from it. @param of.item under which what is kept will lie: the same one keeps nothing
   * twice. @param of.retainedUntil where it was said before. @throws Refused (409 naming the holds)
   */
  async carryOut(
    of: { wallet: string; retainedUntil?: string; discardUnseen: boolean; item: string },
    context: CommandContext,
  ): Promise<Position> {
    const { wallet, discardUnseen, item } = of;
    await this.finishBroken(wallet);
    const all = await this.holds.certainly(wallet);
    const holds = all.filter((hold) => !discardUnseen || hold !== UNSEEN_PROOF);
    const retainedUntil = of.retainedUntil ?? (await this.retentionOf(wallet));
    let discarded: readonly string[] = [];
    const stone = (): Tombstone => ({
      wallet,
      at: this.clock.now().toISOString(),
      retainedUntil,
      ...(discarded.length > 0 && { discarded }),
    });
    const { position, events } = await handleCommand(
      this.store,
      identityFold(wallet),
      async (state) => {
        discarded = discardUnseen ? unseenProofs(state) : [];
        const erased = erasePerson({ wallet, retainedUntil, holds, discarded }, state);
        await this.retain(wallet, state, item, discarded);
        // Where this cannot be written nobody is erased: a restore would bring them back, and nobody would know.
        await this.tombstones.intend(stone());
        return erased;
      },
      context,
    );
    if (events.length > 0) await this.destroy(stone());
    return position;
  }

  /**
   * Somebody whose erasure is a fact, and whose data the vault still opens: what was left undone is done now. A key
   * that was made later belongs to what was said of the wallet since.
   */
  async finishBroken(wallet: string): Promise<void> {
    const since = await this.vault.heldSince(wallet);
    const { state } = await load(this.store, identityFold(wallet));
    if (!since || state.erasure !== 'erased') return;
    for await (const { type, data, at } of this.store.read(identityStream(wallet), { backwards: true })) {
      if (type !== 'PersonErased') continue;
      const { retainedUntil, discarded } = data as PersonErased['data'];
      if (since.toISOString() <= at) await this.destroy({ wallet, at, retainedUntil, ...(discarded && { discarded }) });
      return;
    }
  }

  private async retentionOf(wallet: string): Promise<string> {
    const [last, today] = await Promise.all([this.holds.lastTransaction(wallet), this.calendar.today()]);
    return yearsLater(last ?? today, this.config.retentionYears);
  }

  /** What follows from the fact that somebody was erased; again changes nothing. */
  async destroy(tombstone: Tombstone): Promise<void> {
    await this.tombstones.add(tombstone);
    await this.vault.erase(tombstone.wallet);
  }

  /** Puts what the law asks for under its own key. Opens the person's items: before they are destroyed. */
  async retain(wallet: string, state: IdentityState, item: string, discarded: readonly string[] = []): Promise<void> {
    const subject = retainedSubject(wallet);
    const documents: RetainedPerson['documents'] = [];
    for (const { id, kind, mediaType, scan } of state.documents.values()) {
      if (kind !== 'idDocument') continue;
      if (discarded.includes(id)) {
        documents.push({ id, mediaType, item: null, scan });
        continue;
      }
      const bytes = await unlessLost(this.vault.get(id));
      const item = bytes && uuidv5(`retained/${id}`);
      if (item) await this.vault.put(subject, 'retained-document', bytes as Buffer, item);
      documents.push({ id, mediaType, item, scan });
    }
    const forms = await Promise.all(
      (['investor', 'landlord'] as const).map((role) => unlessLost(this.dossier.formOf(state, role))),
    );
    const retained: RetainedPerson = {
      persons: forms
        .filter((form) => form !== undefined && form !== null)
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
}

/**
 * Null where the vault does not have it any more, as after a restore from a backup of another moment: what is left is
 * kept, and an erasure is not held up by what nobody can bring back.
 */
async function unlessLost<Kept>(kept: Promise<Kept>): Promise<Kept | null> {
  try {
    return await kept;
  } catch (error) {
    if (error instanceof NotInVault) return null;
    throw error;
  }
}

function yearsLater(day: string, years: number): string {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}`;
}
