import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { handleCommandAcross } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { caseFold, caseIdOf, resolveCase, type CaseState } from '#features/operations-cases/rules.public.js';
import { Reopening } from '../../reopening.js';
import { pauseRun, resumeRun } from '../../runs/run.control.js';
import { runFold } from '../../runs/run.state.js';
import { PAYOUT_ASKING } from '../../transactions/ports.js';

export type Control = 'pause' | 'resume' | 'retry';

/** An admin pauses a run, resumes it, or retries its unclaimed lines. */
export class ControlPayout extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly runId: string,
    readonly control: Control,
    readonly reason: string,
  ) {
    super();
  }
}

type Asked = Pick<ControlPayout, 'session' | 'runId' | 'reason'>;

@CommandHandler(ControlPayout)
export class ControlPayoutHandler implements ICommandHandler<ControlPayout> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly causation: Causation,
    private readonly reopening: Reopening,
    private readonly requests: WorkerRequests,
  ) {
    requests.carryOut('retry-payout', (asked: Asked) => this.retry(asked));
  }

  /** @throws Refused if there is no such run, or nothing to do; WorkerAway */
  async execute({ session, runId, control, reason }: ControlPayout): Promise<Position> {
    // A line is retried by workers only: what used the ticket of a held one may have paid it.
    if (control === 'retry') return this.requests.ask('retry-payout', { session, runId, reason }, PAYOUT_ASKING);
    const context = await this.causation.contextOf({ session });
    const caseId = caseIdOf({ kind: 'payout-paused', subject: runId });
    const { position } = await handleCommandAcross(
      this.store,
      { run: runFold(runId), paused: caseFold(caseId) },
      ({ run, paused }) =>
        control === 'pause'
          ? { run: pauseRun(reason, run) }
          : { run: resumeRun(reason, run), paused: closeCase(caseId, paused) },
      context,
    );
    return position;
  }

  private async retry({ session, runId, reason }: Asked): Promise<Position> {
    return this.reopening.ofRun(runId, reason, await this.causation.contextOf({ session }));
  }
}

/** Resuming the run closes the case that the pause opened. */
const closeCase = (caseId: string, state: CaseState) =>
  state.status === 'open'
    ? resolveCase(caseId, { resolution: 'corrected', note: 'An admin resumed the run.' }, state)
    : [];
