import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { KycRole } from '@tknest/contracts/events';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { revokeVerification } from '../../identity.decider.js';
import { identityFold } from '../../identity.state.js';
import { Persons } from '../../persons.js';
import { VaultService } from '#platform/vault/vault.service.js';

/** Revokes a person's verification for one role. */
export class RevokeVerification extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly wallet: string,
    readonly role: KycRole,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(RevokeVerification)
export class RevokeVerificationHandler implements ICommandHandler<RevokeVerification> {
  constructor(
    private readonly persons: Persons,
    private readonly recorder: Recorder,
    private readonly vault: VaultService,
  ) {}

  /** @throws Refused (404 for an unknown wallet; 409 if there is nothing to revoke) */
  async execute({ session, wallet, role, reason }: RevokeVerification): Promise<Position> {
    await this.persons.mustBeKnown(wallet);
    const reasonItem = await this.vault.put(wallet, 'brake-reason', { reason });
    const { position } = await this.recorder.decide(
      identityFold(wallet),
      (state) => revokeVerification({ wallet, role, reasonItem }, state),
      { session },
    );
    return position;
  }
}
