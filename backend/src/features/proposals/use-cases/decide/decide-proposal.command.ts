import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SignatureLinks } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { AdminPersons } from '../../admin-persons.js';
import { proposalFold, proposalStream, refuse, withdraw } from '../../proposal.decider.js';
import { ProposalSteps } from '../../proposal-steps.js';
import { ProposalTurns } from '../../proposal-turns.js';
import { SignatureAsking } from '../../signature-asking.js';

/** Somebody wants to approve: asks their wallet for a signature; the approval counts once it is signed. */
export class ApproveProposal extends Command<SignatureLinks> {
  constructor(
    readonly session: Session,
    readonly proposalId: string,
  ) {
    super();
  }
}

@CommandHandler(ApproveProposal)
export class ApproveProposalHandler implements ICommandHandler<ApproveProposal> {
  constructor(private readonly asking: SignatureAsking) {}

  /** @throws Refused: 404, 403 for its proposer or somebody whom it pays, 409; WalletAppUnavailable, WorkerAway */
  execute({ session, proposalId }: ApproveProposal): Promise<SignatureLinks> {
    return this.asking.ask({ proposalId, does: 'approve', by: session.wallet });
  }
}

/** Ends a proposal: refused by another admin, or withdrawn by its proposer. The reason goes into the vault. */
export class EndProposal extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly proposalId: string,
    readonly how: 'refuse' | 'withdraw',
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(EndProposal)
export class EndProposalHandler implements ICommandHandler<EndProposal> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly persons: AdminPersons,
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
    private readonly turns: ProposalTurns,
    private readonly steps: ProposalSteps,
  ) {}

  /** An approved proposal can be stopped until it is carried out. @throws Refused: 404, 403, 409 */
  async execute(command: EndProposal): Promise<Position> {
    const ended = await this.turns.ifFree(command.proposalId, () => this.end(command));
    if (ended === null)
      throw new Refused('conflict', 'This proposal is being carried out right now. Check again in a moment.');
    return ended;
  }

  private async end({ session, proposalId, how, reason }: EndProposal): Promise<Position> {
    const { wallet } = session;
    const { state } = await load(this.store, proposalFold(proposalId));
    if (state.status === 'approved' && (await this.steps.wasDone(state)))
      throw new Refused('conflict', 'This proposal has already been carried out');
    const isProposer = state.made !== null && (await this.persons.areOne(wallet, state.made.by));
    const item = await this.vault.put(proposalStream(proposalId), 'proposal-reason', { text: reason });
    try {
      const { position } = await this.recorder.decide(
        proposalFold(proposalId),
        (now) => (how === 'refuse' ? refuse(wallet, isProposer, item, now) : withdraw(wallet, item, now)),
        { session },
      );
      return position;
    } catch (error) {
      await this.vault.discard([item]);
      throw error;
    }
  }
}
