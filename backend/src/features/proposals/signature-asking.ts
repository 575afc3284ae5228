import { Inject, Injectable } from '@nestjs/common';
import type { SignatureLinks } from '@tknest/contracts/api';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { AdminPersons } from './admin-persons.js';
import { askSignature, mayApprove, mayPropose, proposalFold } from './proposal.decider.js';
import { ProposalKinds } from './proposal-kinds.js';
import { ProposalTurns } from './proposal-turns.js';
import { Signatures } from './signatures.js';

const ASK = 'ask-signature';
const ANSWER_WITHIN_MS = 20_000;

/** Whose signature of which proposal. */
export interface SignatureWanted {
  proposalId: string;
  does: 'propose' | 'approve';
  by: string;
}

/**
 * Has a worker ask a wallet for the signature of a proposal. The worker derives from the stored request what it does,
 * so the wallet app shows what will be carried out, whatever a web process has written about it.
 */
@Injectable()
export class SignatureAsking {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly kinds: ProposalKinds,
    private readonly persons: AdminPersons,
    private readonly signatures: Signatures,
    private readonly recorder: Recorder,
    private readonly turns: ProposalTurns,
    private readonly requests: WorkerRequests,
  ) {
    requests.carryOut(ASK, (wanted: SignatureWanted) =>
      this.turns.alone(wanted.proposalId, () => this.askWallet(wanted), 'ask'),
    );
  }

  /**
   * The request in the person's wallet; the proposer's is made once.
   * @throws Refused: 404, 403 for its proposer or somebody whom it pays, 409, 429; WalletAppUnavailable, WorkerAway
   */
  ask(wanted: SignatureWanted): Promise<SignatureLinks> {
    return this.requests.ask(ASK, wanted, { withinMs: ANSWER_WITHIN_MS });
  }

  private async askWallet({ proposalId, does, by }: SignatureWanted): Promise<SignatureLinks> {
    const { state } = await load(this.store, proposalFold(proposalId));
    const approver = does === 'propose' ? null : await this.persons.approver(by, state);
    if (!approver && state.made && state.proposerAsked) {
      const links = await this.signatures.again(state.made, state.proposerAsked);
      if (links) return links;
    }
    const { made } = approver ? mayApprove(approver, state) : mayPropose(state);
    const signer = approver ? by : made.by;
    if (!this.persons.isAdmin(signer)) throw new Refused('forbidden', 'Only admins sign proposals');
    if (!(await this.kinds.doesWhatItSays(made)))
      throw new Refused('conflict', 'What this proposal is about has changed. Withdraw it and propose it again.');
    const { links, asked } = await this.signatures.ask(approver ? 'approve' : 'propose', made, signer);
    await this.recorder.decide(proposalFold(proposalId), (now) => askSignature(approver, asked, now));
    return links;
  }
}
