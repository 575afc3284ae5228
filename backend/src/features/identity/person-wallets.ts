import { Inject, Injectable } from '@nestjs/common';
import { load } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { screeningFold, type PersonScreeningState } from '#features/screening/rules.public.js';
import { SSN } from './dossier.js';

/**
 * Limits higher than any real person needs: only the first wallets with the same number are followed, and only so many
 * wallets of one person are read. Hits of later wallets apply to the first ones, and a later wallet is verified only
 * after an officer has set it apart from those.
 */
export const NUMBER_WALLETS_MAX = 25;
export const PERSON_WALLETS_MAX = 50;

/** A wallet's relation to others, from its own stream. */
export interface Relations {
  /**
   * The first wallets with the same social security number, except those that an officer has set apart from this one.
   */
  sameNumber: string[];
  /** Too many wallets used the number earlier, so this one is not followed. */
  isBeyond: boolean;
  linked: ReadonlySet<string>;
  apart: ReadonlySet<string>;
}

/** The wallets of one person, with the hits of each. */
export type WalletGroup = ReadonlyMap<string, PersonScreeningState>;

/** Which wallets belong to one person: by the same social security number, or by an officer's decision (rule 6). */
@Injectable()
export class PersonWallets {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly vault: VaultService,
  ) {}

  /** Every other wallet of the person, linked directly or through others, each once. */
  async othersOf(wallet: string): Promise<string[]> {
    return (await this.allOf(wallet)).filter((one) => one !== wallet);
  }

  /** Every wallet of the person, this one first. */
  async allOf(wallet: string): Promise<string[]> {
    return [...(await this.groupOf(wallet)).keys()];
  }

  /** Every wallet of the person, starting from any of them; each is read once. */
  async groupOf(wallet: string): Promise<WalletGroup> {
    const found = new Set([wallet]);
    const group = new Map<string, PersonScreeningState>();
    for (const one of found) {
      const state = await this.stateOf(one);
      group.set(one, state);
      const { sameNumber, linked } = await this.relationsOf(one, state);
      // Officers' links come before shared numbers.
      for (const other of [...linked, ...sameNumber]) if (found.size < PERSON_WALLETS_MAX) found.add(other);
    }
    return group;
  }

  /** Whether two wallets belong to one person, even if neither is followed. */
  async areOnePersons(one: string, other: string): Promise<boolean> {
    if (one === other) return true;
    const [ofOne, ofOther] = await Promise.all([this.groupOf(one), this.groupOf(other)]);
    if (ofOne.has(other) || ofOther.has(one)) return true;
    return this.shareNumber(one, other, ofOne.get(one));
  }

  /** Whether both have the same number, and no officer has set them apart. */
  async shareNumber(one: string, other: string, state?: PersonScreeningState): Promise<boolean> {
    const { apart } = state ?? (await this.stateOf(one));
    return !apart.has(other) && (await this.vault.areAlike(one, other, SSN));
  }

  /** @param state if it is already loaded */
  async relationsOf(wallet: string, state?: PersonScreeningState): Promise<Relations> {
    const { linked, apart } = state ?? (await this.stateOf(wallet));
    const { others, isAmongFirst } = await this.vault.othersLike(wallet, SSN, NUMBER_WALLETS_MAX);
    const sameNumber = others.filter((other) => !apart.has(other));
    return { sameNumber, isBeyond: !isAmongFirst && sameNumber.length > 0, linked, apart };
  }

  /** The wallet's open hits, and its cases. */
  async stateOf(wallet: string): Promise<PersonScreeningState> {
    return (await load(this.store, screeningFold(wallet))).state;
  }
}
