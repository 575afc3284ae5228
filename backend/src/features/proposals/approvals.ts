/** Verifies that two people signed what the log says they approved. */
import { Inject, Injectable } from '@nestjs/common';
import type { ProposalKind, ProposalMade } from '@tknest/contracts/events';
import { decode } from 'xrpl';
import { Refused } from '#platform/domain/refused.js';
import {
  EVENT_STORE,
  START,
  type EventStore,
  type Position,
  type Recorded,
  type RecordedEvent,
} from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { commandOf } from '#platform/sessions/causation.js';
import { sessionHandle } from '#platform/telemetry/security-log.js';
import { AdminPersons } from './admin-persons.js';
import { expiryOf, proposalFold, type ProposalState } from './proposal.decider.js';
import { ProposalKinds } from './proposal-kinds.js';
import { Signatures } from './signatures.js';

const PAGE = 500;

/** The name of a proposal's command, used instead of the session and idempotency key of a person's own call. */
export const nameOf = (proposalId: string): string => `proposal/${proposalId}`;

@Injectable()
export class Approvals {
  /**
   * Proposals by the name in the metadata of their commands, read up to a position of the log. The name is the
   * beginning of an id, so several proposals can have the same name: by chance, or because an admin chose a key for it.
   */
  private readonly byName = new Map<string, Set<string>>();
  private read: Position = START;

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly kinds: ProposalKinds,
    private readonly persons: AdminPersons,
    private readonly signatures: Signatures,
  ) {}

  /**
   * Why an approved proposal does not count; null if two people have signed it. Somebody who can write to the log
   * could claim an approval without a signature. @throws LedgerUnavailable
   */
  async problem(state: ProposalState): Promise<string | null> {
    if (state.status === 'none' || !state.approval) return 'Nobody has approved it';
    const { made, signature, approval } = state;
    if (state.status !== 'approved') return `It was ${state.status}`;
    if (state.carriedOut?.problem) return 'It could not be carried out when it was approved';
    const [proposer, approver] = [made.by, approval.by];
    if (!this.persons.isAdmin(proposer) || !this.persons.isAdmin(approver)) return 'One of its signers is not an admin';
    if (await this.persons.areOne(proposer, approver)) return 'Both signers are the same person';
    if (approval.at >= expiryOf(state)) return 'It had expired before it was approved';
    // Whether they may approve may have changed since the approval.
    const { benefits, mayFrom } = await this.persons.approver(approver, state);
    if (benefits || (await this.persons.isAmong(proposer, made.beneficiaries)))
      return 'It pays a wallet of one of its signers';
    if (mayFrom) return 'The person who approved it became an admin too recently';
    if (signature !== null && keyOf(signature) === keyOf(approval.signature))
      return 'Both signatures were made with the same key';
    const isProposed = signature !== null && (await this.signatures.isOf('propose', made, proposer, signature));
    const isApproved = await this.signatures.isOf('approve', made, approver, approval.signature);
    if (!isProposed || !isApproved) return 'It does not have the signatures of two people';
    return this.changed(made);
  }

  /** What both signed must still be what it does: a case may have another finding by now. */
  private async changed(made: ProposalMade['data']): Promise<string | null> {
    try {
      return (await this.kinds.doesWhatItSays(made)) ? null : 'What it is about has changed since it was proposed';
    } catch (error) {
      if (error instanceof Refused) return error.message;
      throw error;
    }
  }

  /** The proposal that an event claims to carry out; the claim is not verified here. */
  async claimedBy({ metadata }: RecordedEvent, kind: ProposalKind): Promise<ProposalState | null> {
    if (!metadata.session) return null;
    await this.readNewNames();
    const claimed: ProposalState[] = [];
    for (const proposalId of this.byName.get(metadata.session) ?? []) {
      const { state } = await load(this.store, proposalFold(proposalId));
      if (state.made?.kind === kind) claimed.push(state);
    }
    const isItsCommand = ({ made }: ProposalState) =>
      metadata.commandId === commandOf(made!.by, nameOf(made!.proposalId));
    return claimed.find(isItsCommand) ?? claimed[0] ?? null;
  }

  /** The id cannot be derived from the name, so the proposals since the last call are read to find it. */
  private async readNewNames(): Promise<void> {
    for (let end = false; !end;) {
      const page = await this.store.readAll(this.read, { filter: { types: ['ProposalMade'] }, limit: PAGE });
      for (const { data } of page.events as Recorded<ProposalMade>[]) {
        const name = sessionHandle(nameOf(data.proposalId));
        this.byName.set(name, (this.byName.get(name) ?? new Set()).add(data.proposalId));
      }
      ({ next: this.read, end } = page);
    }
  }
}

const keyOf = (signature: string): unknown => {
  try {
    return decode(signature).SigningPubKey;
  } catch {
    // An unreadable signature is returned as it is: its verification fails later.
    return signature;
  }
};
