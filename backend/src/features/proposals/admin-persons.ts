/** The admins as people, by the settings and by what is known about their wallets. */
import { Inject, Injectable } from '@nestjs/common';
import type { AdminPersonsListed } from '@tknest/contracts/events';
import { PROPOSAL } from '@tknest/contracts/rules';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { personOf, walletsOfPerson } from '#platform/config/persons.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load, type Folded } from '#platform/event-store/folding.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { PersonWallets } from '#features/identity/module.public.js';
import type { Approver, ProposalState } from './proposal.decider.js';

const HOUR_MS = 3_600_000;

interface Listed {
  /**
   * Since when a wallet counts as this person's, by wallet and person; the first ones in the log count from the
   * beginning.
   */
  since: ReadonlyMap<string, Date>;
}
const keyOf = (wallet: string, person: string) => `${wallet} ${person}`;

const listedFold: Folded<Listed, AdminPersonsListed> = {
  stream: 'admin-persons',
  initialState: { since: new Map() },
  // Nobody is removed from the list; otherwise instances with different settings would keep rewriting it. The settings
  // decide who may act.
  evolve: ({ since }, { data: { persons } }, at) => {
    const from = since.size === 0 ? new Date(0) : at;
    const fresh = persons.map(({ wallet, person }) => keyOf(wallet, person)).filter((key) => !since.has(key));
    return { since: new Map([...since, ...fresh.map((key) => [key, from] as const)]) };
  },
};

/** How many people the settings name as admins, whatever else is known about their wallets. */
export const personsNamed = ({ adminWallets, persons }: Pick<Config, 'adminWallets' | 'persons'>): number =>
  new Set([...adminWallets].map((wallet) => personOf(persons, wallet))).size;

@Injectable()
export class AdminPersons {
  constructor(
    @Inject(CONFIG) private readonly config: Pick<Config, 'adminWallets' | 'persons' | 'role'>,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly wallets: PersonWallets,
    private readonly recorder: Recorder,
  ) {}

  /** A worker records the admins that its settings name, if one of them is new. */
  async list(): Promise<void> {
    if (this.config.role === 'web') return;
    const persons = [...this.config.adminWallets]
      .sort()
      .map((wallet) => ({ wallet, person: personOf(this.config.persons, wallet) }));
    const decide = ({ since }: Listed): AdminPersonsListed[] =>
      persons.every(({ wallet, person }) => since.has(keyOf(wallet, person)))
        ? []
        : [{ type: 'AdminPersonsListed', data: { persons } }];
    await this.recorder.decide(listedFold, decide);
  }

  /** How many people the settings name. Wallets known to belong to one person count once. */
  async count(): Promise<number> {
    const counted: string[] = [];
    for (const wallet of this.config.adminWallets) {
      const isKnown = await Promise.all(counted.map((one) => this.areOne(one, wallet)));
      if (!isKnown.includes(true)) counted.push(wallet);
    }
    return counted.length;
  }

  async areOne(one: string, other: string): Promise<boolean> {
    return walletsOfPerson(this.config.persons, one).includes(other) || this.wallets.areOnePersons(one, other);
  }

  /** Whether a wallet of the same person is among these. */
  async isAmong(wallet: string, others: readonly string[]): Promise<boolean> {
    const own = new Set([...walletsOfPerson(this.config.persons, wallet), ...(await this.wallets.othersOf(wallet))]);
    return others.some((other) => own.has(other));
  }

  /** What is known about whether somebody may approve a proposal. */
  async approver(by: string, { made }: ProposalState): Promise<Approver> {
    return {
      by,
      isProposer: made !== null && (await this.areOne(by, made.by)),
      benefits: made !== null && (await this.isAmong(by, made.beneficiaries)),
      persons: await this.count(),
      mayFrom: await this.mayFrom(by),
      now: this.clock.now(),
    };
  }

  isAdmin(wallet: string): boolean {
    return this.config.adminWallets.has(wallet);
  }

  private async mayFrom(wallet: string): Promise<Date | null> {
    const { state } = await load(this.store, listedFold);
    const since = state.since.get(keyOf(wallet, personOf(this.config.persons, wallet)));
    const from = new Date((since ?? this.clock.now()).getTime() + PROPOSAL.newPersonWaitsHours * HOUR_MS);
    return from > this.clock.now() ? from : null;
  }
}
