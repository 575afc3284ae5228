import { Inject, Injectable, Logger } from '@nestjs/common';
import { kindOfCase, type CaseResolved } from '@tknest/contracts/events';
import { CONFIG, type Config } from '#platform/config/config.js';
import { handleCommand } from '#platform/event-store/decider.js';
import {
  EVENT_STORE,
  WrongExpectedRevision,
  type EventStore,
  type RecordedEvent,
} from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { Causation } from '#platform/sessions/causation.js';
import { Approvals } from '#features/proposals/module.public.js';
import { caseFold, confirmAnswer, refuseAnswer, takesTwo, type CaseState } from './case.decider.js';

type Verdict = { proposalId: string | null } | { problem: string };

/**
 * Verifies answers that take two people before the platform acts on them. Somebody who took over a web process can
 * write an answer, but has neither the two signatures nor a worker's key to confirm them.
 */
@Injectable()
export class CaseAnswersProcess implements ProcessManager {
  readonly name = 'case-answers';
  readonly events = ['CaseResolved'];
  private readonly log = new Logger('Cases');

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'fourEyes'>,
    private readonly approvals: Approvals,
    private readonly causation: Causation,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.caseId;
  }

  /** @throws LedgerUnavailable if signatures cannot be verified now */
  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    const { caseId, resolution } = event.data as CaseResolved['data'];
    const on = caseFold(caseId);
    if (event.stream !== on.stream || !takesTwo(kindOfCase(caseId), resolution)) return;
    const { state, revision } = await load(this.store, on);
    // An answer that was superseded need not be verified, or was verified already.
    if (revision !== event.revision) return;
    const verdict = await this.lookAt(event, state);
    if ('problem' in verdict) this.log.error(`The answer to ${caseId} does not count: ${verdict.problem}`);
    const said = await this.causation.contextOf({ commandId: context.commandId(0) });
    try {
      await handleCommand(
        this.store,
        on,
        (now) =>
          'problem' in verdict
            ? refuseAnswer(caseId, verdict.problem, now)
            : confirmAnswer({ caseId, resolution, ...verdict }, now),
        // The verdict is about this answer only: while it was verified, the case may have got another one.
        { ...said, expected: event.revision },
      );
    } catch (error) {
      if (!(error instanceof WrongExpectedRevision)) throw error;
    }
  }

  private async lookAt(event: RecordedEvent, { usedProposals }: CaseState): Promise<Verdict> {
    if (!this.config.fourEyes) return { proposalId: null };
    const proposal = await this.approvals.claimedBy(event, 'case-answer');
    if (!proposal?.made) return { problem: 'It takes two people, but names no proposal' };
    const { proposalId, request, beneficiaries } = proposal.made;
    // A forged proposal may have any form, and one that cannot be read must not block the case forever.
    const isReadable = typeof request === 'object' && request !== null && Array.isArray(beneficiaries);
    if (!isReadable) return { problem: 'Its proposal cannot be read' };
    if (usedProposals.includes(proposalId)) return { problem: 'Its proposal was used for an earlier answer' };
    const { caseId, resolution, noteItem } = event.data as CaseResolved['data'];
    const isSame =
      request.caseId === caseId && request.resolution === resolution && (request.noteItem ?? noteItem) === noteItem;
    if (!isSame) return { problem: 'Its proposal is about something else' };
    const problem = await this.approvals.problem(proposal);
    return problem ? { problem } : { proposalId };
  }
}
