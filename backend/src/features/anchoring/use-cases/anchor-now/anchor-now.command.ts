import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Session } from '#platform/sessions/session.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';

/** The session of the admin who asks; null for the schedule. */
export interface AnchorAsked {
  session: Session | null;
}

/** How long the call waits for a worker, in milliseconds: it reads the events since the last anchor. */
const ORDER_WITHIN_MS = 20_000;

/** Orders an anchor of the log's head. While an anchor is in progress, returns that one. */
export class AnchorNow extends Command<{ anchorId: string }> {
  constructor(readonly session: Session) {
    super();
  }
}

@CommandHandler(AnchorNow)
export class AnchorNowHandler implements ICommandHandler<AnchorNow> {
  constructor(private readonly requests: WorkerRequests) {}

  /** @throws Refused (conflict) if the log is empty, LogIsNotAnchored, LedgerUnavailable, WorkerAway */
  execute({ session }: AnchorNow): Promise<{ anchorId: string }> {
    return this.requests.ask('order-anchor', { session }, { withinMs: ORDER_WITHIN_MS, lease: 'job:anchoring' });
  }
}
