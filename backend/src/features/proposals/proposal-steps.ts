/** Advances a proposal: collects signatures, lets it expire, carries it out once two people have signed it. */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { EVENT_WRITERS, type DomainEventName, type ProposalEvent, type ProposalMade } from '@tknest/contracts/events';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Refused } from '#platform/domain/refused.js';
import { CommandReused, EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import { toPosition, toSequence } from '#platform/event-store/positions.js';
import type { Session } from '#platform/sessions/session.js';
import { commandOf } from '#platform/sessions/causation.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { sessionHandle } from '#platform/telemetry/security-log.js';
import { AdminPersons } from './admin-persons.js';
import { Approvals, nameOf } from './approvals.js';
import {
  carriedOut,
  expire,
  expiryOf,
  isOpen,
  proposalFold,
  sign,
  withdraw,
  type Approver,
  type Proposal,
  type ProposalState,
} from './proposal.decider.js';
import { DailyCaps } from './daily-caps.js';
import { ProposalTurns } from './proposal-turns.js';
import { ProposalKinds } from './proposal-kinds.js';
import { Signatures } from './signatures.js';

const TAKEN = 'Its command was used for something else. Nothing was done. Propose it again.';
/** How often to check for a signature while no page asks. */
const LOOK_MS = 3_000;

@Injectable()
export class ProposalSteps {
  private readonly log = new Logger('Proposals');

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly kinds: ProposalKinds,
    private readonly persons: AdminPersons,
    private readonly signatures: Signatures,
    private readonly approvals: Approvals,
    private readonly recorder: Recorder,
    private readonly turns: ProposalTurns,
    private readonly caps: DailyCaps,
  ) {}

  /**
   * Takes every step that is possible now. @returns when to check again; null if it is over
   * @throws WalletAppUnavailable, LedgerUnavailable
   */
  async advance(proposalId: string): Promise<Date | null> {
    const { state } = await load(this.store, proposalFold(proposalId));
    if (state.status === 'approved') return (await this.carryOut(proposalId), null);
    if (!isOpen(state)) return null;
    const after = await this.collect(state);
    if (after.status === 'approved') return (await this.carryOut(proposalId), null);
    const now = this.clock.now();
    const left = await this.decide(proposalId, (before) => expire(now, before));
    if (!isOpen(left)) return null;
    const waits = left.status === 'unsigned' || left.asked.some(({ asked }) => new Date(asked.until) > now);
    const next = new Date(now.getTime() + LOOK_MS);
    return waits && next < expiryOf(left) ? next : expiryOf(left);
  }

  private async collect(state: Proposal): Promise<ProposalState> {
    const { made } = state;
    if (state.status === 'unsigned') {
      if (!state.proposerAsked) return state;
      const found = await this.signatures.collect('propose', made, made.by, state.proposerAsked);
      if (found.is === 'open') return state;
      return this.decide(made.proposalId, (now) =>
        found.is === 'signed' ? sign(found.signature, null, now) : isOpen(now) ? withdraw(made.by, null, now) : [],
      );
    }
    let after: ProposalState = state;
    for (const { by, asked } of state.asked) {
      if (new Date(asked.until) < this.clock.now()) continue;
      const found = await this.signatures.collect('approve', made, by, asked);
      if (found.is !== 'signed') continue;
      const approver = await this.persons.approver(by, state);
      after = await this.decide(made.proposalId, (now) => signedBy(found.signature, approver, now));
      if (after.status === 'approved') return after;
    }
    return after;
  }

  /** Verifies both signatures again: somebody who can write to the log could claim an approval without a signature. */
  private async carryOut(proposalId: string): Promise<void> {
    await this.turns.alone(proposalId, async () =>
      this.carryOutNow((await load(this.store, proposalFold(proposalId))).state),
    );
  }

  private async carryOutNow(state: ProposalState): Promise<void> {
    if (state.status !== 'approved' || !state.approval || state.carriedOut) return;
    // If it was carried out before the program was killed, later changes do not matter.
    const isDone = await this.wasDone(state);
    const problem = isDone ? null : ((await this.approvals.problem(state)) ?? (await this.tried(state)));
    if (problem) this.log.warn(`Proposal ${state.made.proposalId} was approved and not carried out: ${problem}`);
    await this.decide(state.made.proposalId, (now) => carriedOut(problem, now));
  }

  private async tried({ made }: Proposal): Promise<string | null> {
    const { proposalId, kind, request } = made;
    try {
      const act = this.kinds.of(kind);
      await this.caps.within(proposalId, act.moves?.(request), async () => {
        await act.carryOut(request, this.sessionOf(made), nameOf(proposalId));
        // The store takes a command for a repetition if a forged event has its id.
        if ((await this.commandOf(made)) === 'taken') throw new Refused('conflict', TAKEN);
      });
      return null;
    } catch (error) {
      if (error instanceof Refused || error instanceof CommandReused) return error.message;
      throw error;
    }
  }

  /** Whether the log contains the command that carries it out. */
  async wasDone({ made }: Proposal): Promise<boolean> {
    return (await this.commandOf(made)) === 'done';
  }

  /**
   * Its command in the log. Its proposer could use the command's key for another request of their own, but that one has
   * a browser session; a web process could write another event under the command's id.
   */
  private async commandOf(made: ProposalMade['data']): Promise<'none' | 'done' | 'taken'> {
    const { proposalId, kind, by, request } = made;
    const [key, act] = [nameOf(proposalId), this.kinds.of(kind)];
    const found = await this.store.findCommand(commandOf(by, act.keyOf?.(this.sessionOf(made), key) ?? key));
    if (!found) return 'none';
    const { events } = await this.store.readAll(toPosition(toSequence(found.position) - 1), { limit: 1 });
    const [last] = events;
    if (last?.metadata.session !== sessionHandle(key)) return 'taken';
    const isIts = act.isEndedBy?.(request, last) ?? EVENT_WRITERS[last.type as DomainEventName] === 'worker';
    return isIts ? 'done' : 'taken';
  }

  /** It is carried out in the name of its proposer. */
  private sessionOf({ proposalId, by }: ProposalMade['data']): Session {
    const common = { role: 'admin', csrfToken: '', openedAt: this.clock.now(), fromCookie: false } as const;
    return { id: nameOf(proposalId), wallet: by, ...common };
  }

  private async decide(proposalId: string, decide: (state: ProposalState) => ProposalEvent[]): Promise<ProposalState> {
    return (await this.recorder.decide(proposalFold(proposalId), decide)).state;
  }
}

/** A signature does not count if its signer may no longer approve. */
function signedBy(signature: string, approver: Approver, state: ProposalState): ProposalEvent[] {
  try {
    return sign(signature, approver, state);
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}
