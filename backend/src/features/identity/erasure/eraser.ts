import type { Day } from '@tknest/contracts/money';
import { Inject, Injectable } from '@nestjs/common';
import { UNSEEN_PROOF, type PersonalInfo } from '@tknest/contracts/api';
import type { DocumentScan, PersonErased } from '@tknest/contracts/events';
import { randomUUID } from 'node:crypto';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { handleCommand, load, type CommandContext } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { unlessGone, VaultService } from '#platform/vault/vault.service.js';
import { Dossier } from '../dossier.js';
import { identityFold, identityStream, type IdentityState } from '../identity.state.js';
import { erasePerson, isDue, scheduleErasure, unseenProofs } from './erasure.decider.js';
import { LegalHolds } from './legal-holds.js';
import type { Tombstone } from './tombstone-note.js';
import { Tombstones } from './tombstones.js';

const DAY_MS = 86_400_000;

/** The vault subject whose key encrypts what the law requires to be kept. */
export const retainedSubject = (wallet: string) => `retained/${wallet}`;
export const RETAINED = 'retained-person';

/** What is kept about an erased person for as long as the law requires; each view by an officer is recorded. */
export type RetainedPerson = {
  /** As stated in each form. */
  persons: Pick<PersonalInfo, 'firstName' | 'lastName' | 'dateOfBirth' | 'country'>[];
  decisions: IdentityState['standing'];
  verifications: { provider: string; externalId: string; status: string; since: string | null }[];
  /** Proofs of identity, each in its own vault item; `item` is null if it was destroyed unopened. */
  documents: { id: string; mediaType: string; item: string | null; scan: DocumentScan }[];
};

/** Destroys a person's key after encrypting what the law requires under another key. */
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
   * @param discardUnseen a proof of identity that was not scanned for malware is destroyed, and does not delay the
   * erasure
   * @throws Refused (409 naming the holds)
   */
  async erase(wallet: string, context: CommandContext, discardUnseen = false): Promise<Position> {
    return this.carryOut({ wallet, discardUnseen, item: randomUUID() }, context);
  }

  /** An admin's decision: erases at once, or after `ERASURE_DELAY_DAYS`. @throws Refused (409 naming the holds) */
  async order(wallet: string, context: CommandContext, discardUnseen: boolean): Promise<Position> {
    const { erasureDelayDays: days } = this.config;
    if (days === 0) return this.erase(wallet, context, discardUnseen);
    const notBefore = new Date((await this.calendar.now()).getTime() + days * DAY_MS);
    const holds = await this.holdsOn(wallet, discardUnseen);
    const { position } = await handleCommand(
      this.store,
      identityFold(wallet),
      (state) => scheduleErasure({ wallet, notBefore, discardUnseen, holds }, state),
      context,
    );
    return position;
  }

  /** Carries out an erasure whose time has come; nothing if it was stopped. @throws Refused (409 naming the holds) */
  async eraseDue(wallet: string, due: Date, context: CommandContext): Promise<void> {
    const { state } = await load(this.store, identityFold(wallet));
    const discardUnseen = state.erasureDue?.discardUnseen ?? false;
    if (isDue(state, due)) await this.carryOut({ wallet, discardUnseen, item: randomUUID(), due }, context);
  }

  /** @param discardUnseen without the hold of an unscanned proof of identity */
  private async holdsOn(wallet: string, discardUnseen: boolean): Promise<string[]> {
    return (await this.holds.certainly(wallet)).filter((hold) => !discardUnseen || hold !== UNSEEN_PROOF);
  }

  /**
   * Records the erasure, then carries it out. @param of.item vault item for what is kept; the same item makes a repeat
   * idempotent. @param of.retainedUntil given if it was decided earlier. @throws Refused (409 naming the holds)
   */
  async carryOut(
    of: { wallet: string; retainedUntil?: Day; discardUnseen: boolean; item: string; due?: Date },
    context: CommandContext,
  ): Promise<Position> {
    const { wallet, discardUnseen, item, due } = of;
    await this.finishBroken(wallet);
    const holds = await this.holdsOn(wallet, discardUnseen);
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
        const erased = erasePerson({ wallet, retainedUntil, holds, discarded, ...(due && { due }) }, state);
        if (erased.length === 0) return [];
        await this.retain(wallet, state, item, discarded);
        // If this cannot be written, nothing is erased: otherwise a restore would bring the person back unnoticed.
        await this.tombstones.intend(stone());
        return erased;
      },
      context,
    );
    if (events.length > 0) await this.destroy(stone());
    return position;
  }

  /**
   * Completes an interrupted erasure: it is recorded, but the vault still has the person's key. A key that was made
   * later belongs to newer data of the wallet.
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

  private async retentionOf(wallet: string): Promise<Day> {
    const [last, today] = await Promise.all([this.holds.lastTransaction(wallet), this.calendar.today()]);
    return yearsLater(last ?? today, this.config.retentionYears);
  }

  /** Destroys the data of an erased person. Idempotent. */
  async destroy(tombstone: Tombstone): Promise<void> {
    await this.tombstones.add(tombstone);
    await this.vault.erase(tombstone.wallet);
  }

  /** Encrypts what the law requires under its own key. Must run before the person's items are destroyed. */
  async retain(wallet: string, state: IdentityState, item: string, discarded: readonly string[] = []): Promise<void> {
    const subject = retainedSubject(wallet);
    const documents: RetainedPerson['documents'] = [];
    for (const { id, kind, mediaType, scan } of state.documents.values()) {
      if (kind !== 'idDocument') continue;
      if (discarded.includes(id)) {
        documents.push({ id, mediaType, item: null, scan });
        continue;
      }
      // After a restore from an older backup something may be lost: the erasure keeps what is left, and does not wait.
      const bytes = await unlessGone(this.vault.bytes(id, { subject: wallet, kind: 'kyc-document/idDocument' }));
      const item = bytes && uuidv5(`retained/${id}`);
      if (item) await this.vault.put(subject, 'retained-document', bytes, item);
      documents.push({ id, mediaType, item, scan });
    }
    const forms = await Promise.all(
      (['investor', 'landlord'] as const).map((role) => unlessGone(this.dossier.formOf(wallet, state, role))),
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

function yearsLater(day: Day, years: number): Day {
  return `${Number(day.slice(0, 4)) + years}${day.slice(4)}` as Day;
}
