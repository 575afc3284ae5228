import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { Causation } from '#platform/sessions/causation.js';
import type { Session } from '#platform/sessions/session.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { Eraser } from '../../erasure/eraser.js';
import { identityFold } from '../../identity.state.js';
import { Persons } from '../../persons.js';

/** An admin erases a person after seeing the legal holds: at once, or after `ERASURE_DELAY_DAYS`. */
export class ErasePerson extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly wallet: string,
    /** A proof of identity that was never scanned is destroyed instead of delaying the erasure. */
    readonly discardUnseen = false,
    readonly key?: string,
  ) {
    super();
  }
}

type Asked = Pick<ErasePerson, 'session' | 'wallet' | 'discardUnseen' | 'key'>;

@CommandHandler(ErasePerson)
export class ErasePersonHandler implements ICommandHandler<ErasePerson> {
  constructor(
    private readonly persons: Persons,
    private readonly eraser: Eraser,
    private readonly causation: Causation,
    private readonly requests: WorkerRequests,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'fourEyes'>,
  ) {
    const mustBeAskable = async ({ wallet }: Asked) => {
      // With two people, workers carry out approved proposals from the log; a request only what the person asked for.
      const { state } = await load(this.store, identityFold(wallet));
      if (this.config.fourEyes && state.erasure !== 'asked')
        throw new Refused('conflict', 'Erasing somebody who has not asked for it takes two people here.');
    };
    requests.carryOut('erase-person', (asked: Asked) => this.order(asked), mustBeAskable);
  }

  /** @throws Refused (404 for an unknown wallet; 409 naming the legal holds); WorkerAway */
  async execute({ session, wallet, discardUnseen, key }: ErasePerson): Promise<Position> {
    await this.persons.mustBeKnown(wallet);
    return this.requests.ask('erase-person', { session, wallet, discardUnseen, key });
  }

  private async order({ session, wallet, discardUnseen, key }: Asked): Promise<Position> {
    const input = { call: 'erasure', wallet, discardUnseen };
    const context = await this.causation.contextOf({ session, idempotencyKey: key, input });
    return this.eraser.order(wallet, context, discardUnseen);
  }
}
