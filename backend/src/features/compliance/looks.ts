import { Inject, Injectable, Logger } from '@nestjs/common';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { screeningStream } from '#features/screening/rules.public.js';

/** Records each view of personal data before showing it. */
@Injectable()
export class Looks {
  private readonly log = new Logger('CaseDesk');

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly recorder: Recorder,
  ) {}

  /** Whether this officer has opened the case before. */
  async has(session: Session, { id, wallet }: { id: string; wallet: string }): Promise<boolean> {
    for await (const { type, data } of this.store.read(screeningStream(wallet)))
      if (type === 'ComplianceCaseViewed' && data.caseId === id && data.by === session.wallet) return true;
    return false;
  }

  /**
   * @param at the document or the field, if it is about one; `exported` if the case is downloaded as a file
   * @throws Refused (503) if it cannot be recorded; then nothing is shown
   */
  async record(
    session: Session,
    of: { id: string; wallet: string },
    at: { documentId?: string; field?: string; exported?: true } = {},
  ): Promise<void> {
    const { id: caseId, wallet } = of;
    const data = { caseId, wallet, by: session.wallet, ...at };
    const event = { type: 'ComplianceCaseViewed', data };
    try {
      await this.recorder.append(screeningStream(wallet), 'any', [event], { session });
    } catch (error) {
      this.log.error({ err: error }, 'A view of personal data could not be recorded and was not shown');
      throw new Refused('unavailable', 'This view can’t be recorded at the moment, so nothing is shown. Try again.');
    }
  }
}
