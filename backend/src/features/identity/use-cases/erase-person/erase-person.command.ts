import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { Eraser } from '../../erasure/eraser.js';
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

@CommandHandler(ErasePerson)
export class ErasePersonHandler implements ICommandHandler<ErasePerson> {
  constructor(
    private readonly persons: Persons,
    private readonly eraser: Eraser,
    private readonly causation: Causation,
  ) {}

  /** @throws Refused (404 for an unknown wallet; 409 naming the legal holds) */
  async execute({ session, wallet, discardUnseen, key }: ErasePerson): Promise<Position> {
    await this.persons.mustBeKnown(wallet);
    const input = { call: 'erasure', wallet, discardUnseen };
    const context = await this.causation.contextOf({ session, idempotencyKey: key, input });
    return this.eraser.order(wallet, context, discardUnseen);
  }
}
