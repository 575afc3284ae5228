import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { DecideCaseRequest } from '@tknest/contracts/api';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { PersonWallets } from '#features/identity/module.public.js';
import { screeningFold } from '#features/screening/rules.public.js';
import { decideCase } from '../../compliance-case.decider.js';
import { CaseFinder } from '../../case-finder.js';
import { Officers } from '../../officers.js';

/** An officer clears a case, rejects, or asks the applicant. The reason goes to the vault. */
export class DecideComplianceCase extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly id: string,
    readonly request: DecideCaseRequest,
  ) {
    super();
  }
}

@CommandHandler(DecideComplianceCase)
export class DecideComplianceCaseHandler implements ICommandHandler<DecideComplianceCase> {
  constructor(
    private readonly finder: CaseFinder,
    private readonly officers: Officers,
    private readonly wallets: PersonWallets,
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
  ) {}

  /** @throws Refused: 404; 403 for one of the officer's own wallets, or as both officers; 409 for another revision */
  async execute({ session, id, request }: DecideComplianceCase): Promise<Position> {
    const { wallet } = await this.finder.one(id);
    const { decision, revision, hits, reason } = request;
    const by = session.wallet;
    const linked = await this.officers.linked(by, wallet);
    const officers = await this.officers.countFor(wallet);
    const alsoBy = await this.officers.furtherOf(by);
    const { isBeyond } = await this.wallets.relationsOf(wallet);
    const item = reason ? await this.vault.put(wallet, 'compliance-reason', { text: reason }) : null;
    const command = { wallet, caseId: id, decision, revision, hits, by, alsoBy, item, linked, officers, isBeyond };
    try {
      const { position } = await this.recorder.decide(screeningFold(wallet), (state) => decideCase(command, state), {
        session,
      });
      return position;
    } catch (error) {
      if (item) await this.vault.discard([item]);
      throw error;
    }
  }
}
