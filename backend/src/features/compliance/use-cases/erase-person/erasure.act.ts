import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { Session } from '#platform/sessions/session.js';
import { ErasePerson, identityFold, Persons } from '#features/identity/module.public.js';
import type { ProposedAct } from '#features/proposals/module.public.js';

export interface Erasure {
  wallet: string;
  discardUnseen: boolean;
}

/** An erasure that the person did not ask for: one admin alone could destroy what proves something. */
@Injectable()
export class ErasureAct implements ProposedAct<Erasure> {
  readonly kind = 'erasure';

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly persons: Persons,
    private readonly commands: CommandBus,
  ) {}

  /** Whether it is not the person's own act. */
  async takesTwo({ wallet }: Erasure): Promise<boolean> {
    return (await load(this.store, identityFold(wallet))).state.erasure !== 'asked';
  }

  /** @throws Refused (404) for an unknown wallet */
  async prepare({ wallet, discardUnseen }: Erasure) {
    await this.persons.mustBeKnown(wallet);
    return {
      request: { wallet, discardUnseen },
      linkTo: '/admin/erasures',
    };
  }

  async describe({ wallet, discardUnseen }: Erasure) {
    const unseen = discardUnseen ? ' Files that nobody has looked at are erased too.' : '';
    return {
      summary: `Erase the personal data of ${wallet}, which its owner has not asked for.${unseen}`,
      beneficiaries: [],
    };
  }

  async carryOut({ wallet, discardUnseen }: Erasure, session: Session, key: string): Promise<void> {
    await this.commands.execute(new ErasePerson(session, wallet, discardUnseen, key));
  }

  isEndedBy({ wallet }: Erasure, { type, data }: RecordedEvent): boolean {
    return (type === 'ErasureScheduled' || type === 'PersonErased') && data.wallet === wallet;
  }
}
