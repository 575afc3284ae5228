import { Inject, Injectable } from '@nestjs/common';
import { load } from '../../platform/event-store/decider.js';
import { EVENT_STORE, type EventStore } from '../../platform/event-store/event-store.js';
import { VaultService } from '../../platform/vault/vault.service.js';
import { screeningFold, type PersonScreeningState } from '../screening/screening.public.js';
import { SSN } from './dossier.js';

/** More wallets than anybody has: what is beyond is not followed. */
const WALLETS_MAX = 100;

/** How a wallet stands to others, by what is known of it alone. */
export interface Relations {
  /** Of the same social security number, unless an officer has set the two apart. */
  sameNumber: string[];
  linked: ReadonlySet<string>;
  apart: ReadonlySet<string>;
}

/** The wallets of one person, with what stands against each. */
export type WalletGroup = ReadonlyMap<string, PersonScreeningState>;

/** Which wallets are one person's: by the same social security number, or since an officer says so (rule 6). */
@Injectable()
export class PersonWallets {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly vault: VaultService,
  ) {}

  /** Every other wallet of the person, also through a third one; in a ring each once. */
  async othersOf(wallet: string): Promise<string[]> {
    return [...(await this.groupOf(wallet)).keys()].filter((one) => one !== wallet);
  }

  /** Every wallet of the person, whichever of them is asked by; each is read once. */
  async groupOf(wallet: string): Promise<WalletGroup> {
    const found = new Set([wallet]);
    const group = new Map<string, PersonScreeningState>();
    for (const one of found) {
      const state = await this.stateOf(one);
      group.set(one, state);
      if (found.size >= WALLETS_MAX) continue;
      const { sameNumber, linked } = await this.relationsOf(one, state);
      for (const other of [...sameNumber, ...linked]) found.add(other);
    }
    return group;
  }

  /** @param state where it is known already */
  async relationsOf(wallet: string, state?: PersonScreeningState): Promise<Relations> {
    const { linked, apart } = state ?? (await this.stateOf(wallet));
    const alike = await this.vault.othersLike(wallet, SSN);
    return { sameNumber: alike.filter((other) => !apart.has(other)), linked, apart };
  }

  /** What stands against a wallet, and which cases it has. */
  async stateOf(wallet: string): Promise<PersonScreeningState> {
    return (await load(this.store, screeningFold(wallet))).state;
  }
}
