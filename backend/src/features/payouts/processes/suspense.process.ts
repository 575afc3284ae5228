import { Inject, Injectable } from '@nestjs/common';
import type { CaseOpened, PayoutLineReturned } from '@tknest/contracts/events';
import { microOf } from '@tknest/contracts/money';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { load } from '#platform/event-store/folding.js';
import type { ProcessContext, ProcessManager } from '#platform/processes/process-manager.js';
import { Recorder } from '#platform/sessions/recorder.js';
import {
  ANSWERS,
  answerOf,
  caseFold,
  caseIdOf,
  caseStream,
  openCase,
  type CaseState,
  type OpenCase,
} from '#features/operations-cases/rules.public.js';
import { SMALL_ARRIVALS } from '../arrivals/arrival.rules.js';
import { balanceOf, booksOf, type Purse } from '../escrow/escrow.decider.js';
import { releaseSuspense, returnsOf } from '../escrow/suspense.decider.js';
import { batchFold } from '../runs/batch.state.js';
import { runIdOf } from '../runs/run-sources.js';
import { runFold } from '../runs/run.state.js';

/** The cases about money in suspense, by the account that has it. */
export const SUSPENSE_CASES = { payoutEscrow: 'escrow-suspense', feeWallet: 'fee-wallet-suspense' } as const;
export const SUSPENSE_PURSES = Object.keys(SUSPENSE_CASES) as Purse[];

/** The account that a text of the given beginning names, and the rest of the text. */
function partsOf(
  text: string | undefined,
  beginningOf: (purse: Purse) => string,
): { purse: Purse; subject: string } | null {
  const purse = SUSPENSE_PURSES.find((one) => text?.startsWith(beginningOf(one)));
  return purse && text ? { purse, subject: text.slice(beginningOf(purse).length) } : null;
}
const caseParts = (caseId: string | undefined) => partsOf(caseId, (purse) => `${SUSPENSE_CASES[purse]}-`);
const returnOf = (purse: Purse, subject: string) => runIdOf(returnsOf({ purse }), subject);

/**
 * Moves money in suspense as the resolution of its case says. If it could not be returned to its sender, a new case
 * asks again.
 */
@Injectable()
export class SuspenseProcess implements ProcessManager {
  readonly name = 'escrow-suspense';
  readonly events = [...ANSWERS, 'PayoutLineReturned'];

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly recorder: Recorder,
    private readonly calendar: BusinessCalendar,
  ) {}

  lane(event: RecordedEvent): string {
    return event.data.caseId ?? event.data.runId;
  }

  async handle(event: RecordedEvent, context: ProcessContext): Promise<void> {
    if (event.type === 'PayoutLineReturned') return this.askAgain(event.data as PayoutLineReturned['data'], context);
    const { caseId, resolution } = answerOf(event) ?? {};
    const found = caseParts(caseId);
    if (!found || resolution === undefined) return;
    const { purse, subject } = found;
    const [hash] = attemptOf(subject);
    const { propertyId } = await this.opened(caseId!);
    const runId = returnOf(purse, subject);
    const today = await this.calendar.today();
    await this.recorder.decideAcross(
      { run: runFold(runId), lines: batchFold(runId, '0'), escrow: booksOf(purse) },
      ({ run, escrow }) => {
        const amount = microOf(balanceOf(escrow, `suspense/${hash}`));
        const releaseId = hash === SMALL_ARRIVALS ? subject : hash;
        const wallet = escrow.senders.get(hash) ?? null;
        const tag = escrow.tags.get(hash);
        const release = { hash, releaseId, runId, wallet, tag, propertyId, resolution, today, amount };
        return releaseSuspense(release, { run, escrow });
      },
      { commandId: context.commandId(0) },
    );
  }

  /** Money that could not be returned is in suspense again. Its case is closed, so a new one opens. */
  private async askAgain({ runId, reason }: PayoutLineReturned['data'], context: ProcessContext): Promise<void> {
    const returned = partsOf(runId, (purse) => returnOf(purse, ''));
    if (!returned) return;
    const { purse, subject } = returned;
    const [hash, attempt] = attemptOf(subject);
    const kind = SUSPENSE_CASES[purse];
    const { wallet, propertyId, details } = await this.opened(caseIdOf({ kind, subject }));
    const found: OpenCase = {
      kind,
      subject: subjectOf(hash, attempt + 1),
      summary: `RLUSD could not be returned to its sender: ${reason}. It stays where it is.`,
      wallet,
      propertyId,
      txHash: hash,
      details,
    };
    await this.recorder.decideAcross(
      { found: caseFold(caseIdOf(found)) },
      (states) => ({ found: openCase(found, states.found) }),
      { commandId: context.commandId(0) },
    );
  }

  private async opened(caseId: string): Promise<CaseOpened['data']> {
    for await (const { data } of this.store.read(caseStream(caseId), { limit: 1 })) return data as CaseOpened['data'];
    throw new Error(`There is no case ${caseId}`);
  }
}

/** The case of an arrival after as many before it. */
export const subjectOf = (hash: string, attempt: number): string => (attempt === 1 ? hash : `${hash}~${attempt}`);

/**
 * The subject of the next case of a series, of which each is opened after the one before it.
 * @param waits whether nobody need be asked again after this answer
 * @returns null while a case is open, or an answer waits
 */
export async function nextSubject(
  store: EventStore,
  kind: OpenCase['kind'],
  subjectAt: (attempt: number) => string,
  waits: (answered: CaseState) => boolean = () => false,
): Promise<string | null> {
  for (let attempt = 1; ; attempt++) {
    const subject = subjectAt(attempt);
    const { state } = await load(store, caseFold(caseIdOf({ kind, subject })));
    if (state.status === 'none') return subject;
    if (state.status === 'open' || waits(state)) return null;
  }
}

/** The arrival's hash and the number of its cases so far; the subject of the first case is the hash alone. */
function attemptOf(subject: string): [hash: string, attempt: number] {
  const [hash, attempt = '1'] = subject.split('~');
  return [hash!, Number(attempt)];
}
