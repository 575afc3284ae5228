import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, START, type EventStore } from '#platform/event-store/event-store.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { RecordSigner } from '#features/transparency/signing.public.js';
import { AnchorBook } from '../anchor-book.js';
import { underWay } from '../anchor-schedule.js';
import { anchorFold, anchorIdOf, orderAnchor, type LogHead } from '../anchor.decider.js';
import { ProvenLog } from '../proven-log.js';
import type { AnchorAsked } from '../use-cases/anchor-now/anchor-now.command.js';

/** Orders an anchor of the log's head, as this worker has read and signed it. */
@Injectable()
export class OrderAnchor {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Pick<Config, 'anchorEveryMinutes'>,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly proven: ProvenLog,
    private readonly signer: RecordSigner,
    private readonly book: AnchorBook,
    private readonly recorder: Recorder,
    requests: WorkerRequests,
  ) {
    requests.carryOut('order-anchor', (asked: AnchorAsked) => this.order(asked));
  }

  /** @throws Refused (conflict) if the log is empty, LogIsNotAnchored, LedgerUnavailable */
  async order({ session }: AnchorAsked): Promise<{ anchorId: string }> {
    const open = underWay(await this.book.all(), this.config.anchorEveryMinutes, this.clock.now());
    if (open) return { anchorId: open.id };
    if ((await this.store.head()) === START) throw new Refused('conflict', 'Nothing has been recorded yet');
    await this.proven.prove();
    const { size, root, head: seal } = await this.signer.sign();
    const key = await this.signer.keyDigest();
    const head: LogHead = { position: size, headHash: seal.toString('hex'), root: root.toString('hex'), key };
    const anchorId = anchorIdOf(head);
    await this.recorder.decide(anchorFold(anchorId), (state) => orderAnchor(head, state), { session });
    return { anchorId };
  }
}
