import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { requestErasure, stopErasure } from '../../erasure/erasure.decider.js';
import { identityFold } from '../../identity.state.js';

/** Somebody requests the erasure of their data; an admin carries it out. */
export class AskForErasure extends Command<Position> {
  constructor(readonly session: Session) {
    super();
  }
}

@CommandHandler(AskForErasure)
export class AskForErasureHandler implements ICommandHandler<AskForErasure> {
  constructor(private readonly recorder: Recorder) {}

  /** @throws Refused (409) if nothing is kept */
  async execute({ session }: AskForErasure): Promise<Position> {
    const { wallet } = session;
    const decide = (state: Parameters<typeof requestErasure>[1]) => requestErasure(wallet, state);
    return (await this.recorder.decide(identityFold(wallet), decide, { session })).position;
  }
}

/** The person, or the office, stops an erasure that was requested or waits for its time. */
export class StopErasure extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly wallet: string,
  ) {
    super();
  }
}

@CommandHandler(StopErasure)
export class StopErasureHandler implements ICommandHandler<StopErasure> {
  constructor(private readonly recorder: Recorder) {}

  /** @throws Refused (409) once it is carried out */
  async execute({ session, wallet }: StopErasure): Promise<Position> {
    const by = session.wallet === wallet ? 'person' : 'office';
    return (
      await this.recorder.decide(identityFold(wallet), (state) => stopErasure({ wallet, by }, state), { session })
    ).position;
  }
}
