import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { RecordVerificationView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { EVENT_STORE, START, type EventStore } from '#platform/event-store/event-store.js';
import { distance } from '#platform/event-store/positions.js';
import { STORED_LOG, type StoredLog } from '#platform/event-store/stored-log.js';
import { verifyChain } from '#platform/event-store/verify-chain.js';
import { ProjectionRegistry } from '#platform/projections/projection-registry.js';
import { verifyReadModel, type Verification } from '#platform/projections/verify.js';
import { ChainWatch } from '../../chain-watch.js';
import { verdictOn, type AnchorSource, type LedgerAnchors } from './ledger-anchors.js';

export type Check = 'chain' | 'read-models';

/**
 * Verifies the hash chain and the read models of the running program, one check of each kind at a time, and reports its
 * progress. A check also ends when it is stopped, or when the program ends.
 */
@Injectable()
export class RecordVerifier implements OnApplicationShutdown {
  private readonly log = new Logger('RecordVerifier');
  private readonly running = new Map<Check, { stop: AbortController; done: Promise<void> }>();
  /** What the last completed check of the chain found. */
  private broken: RecordVerificationView['broken'] = null;
  private readonly state: Omit<RecordVerificationView, 'watch' | 'broken'> = {
    chain: { state: 'unknown', verified: 0, of: 0, head: null, headHash: null, at: null, broken: null, anchors: null },
    readModels: { state: 'unknown', compared: 0, of: 0, rows: 0, at: null, problems: [] },
  };

  private anchorSource: AnchorSource | null = null;

  constructor(
    @Inject(STORED_LOG) private readonly stored: StoredLog,
    @Inject(DataSource) private readonly db: DataSource,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly registry: ProjectionRegistry,
    private readonly watch: ChainWatch,
  ) {}

  /** Reads the anchors that the log is compared with. */
  anchorsFrom(source: AnchorSource): void {
    this.anchorSource = source;
  }

  async report(): Promise<RecordVerificationView> {
    const watch = await this.watch.standing();
    return { ...this.state, broken: this.broken ?? watch?.broken ?? null, watch };
  }

  /**
   * Begins a check in the background; a second call joins the one in progress. `chain` recomputes every seal.
   * `read-models` rebuilds every read model beside the live one and compares them.
   */
  begin(check: Check): void {
    if (this.running.has(check)) return;
    const stop = new AbortController();
    const view = check === 'chain' ? this.state.chain : this.state.readModels;
    const before = { ...view };
    if (check === 'chain') Object.assign(view, { state: 'running', verified: 0, of: 0, broken: null });
    else Object.assign(view, { state: 'running', compared: 0, of: this.registry.all().length, rows: 0, problems: [] });
    const work = check === 'chain' ? this.checkChain(stop.signal) : this.checkReadModels(stop.signal);
    const done = work
      .catch((error: unknown) => {
        // The previous result is shown until there is a newer one.
        Object.assign(view, before);
        if (!stop.signal.aborted) this.log.error({ err: error }, `The check of the ${check} failed`);
      })
      .finally(() => this.running.delete(check));
    this.running.set(check, { stop, done });
  }

  /** Ends a check that is running; the previous result stays. */
  async stop(check: Check): Promise<void> {
    const under = this.running.get(check);
    under?.stop.abort();
    await under?.done;
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.stop('chain'), this.stop('read-models')]);
  }

  private async checkChain(signal: AbortSignal): Promise<void> {
    const { chain } = this.state;
    // Anchors are read before the log, so each of them is about events that the log has already.
    const anchors = await this.readAnchors(signal);
    chain.of = distance(START, await this.store.head());
    const { verified, head, hash, broken } = await verifyChain(this.stored, anchors?.found, {
      onProgress: (so) => (chain.verified = so),
      signal,
    });
    this.broken = broken;
    Object.assign(chain, {
      state: broken ? 'broken' : 'whole',
      verified,
      of: Math.max(chain.of, verified),
      head,
      headHash: hash,
      at: this.clock.now().toISOString(),
      broken,
      anchors: verdictOn(anchors, broken),
    });
  }

  /** @returns null if the ledger is unavailable: the chain is verified anyway */
  private async readAnchors(signal: AbortSignal): Promise<LedgerAnchors | null> {
    try {
      return (await this.anchorSource?.(signal)) ?? { found: [], unproved: 0, missing: 0 };
    } catch (error) {
      signal.throwIfAborted();
      this.log.warn({ err: error }, 'The anchors could not be read from the ledger');
      return null;
    }
  }

  private async checkReadModels(signal: AbortSignal): Promise<void> {
    const { readModels } = this.state;
    for (const projection of this.registry.all()) {
      const verification = await verifyReadModel(this.db, this.store, projection, signal);
      readModels.rows += verification.rows;
      readModels.problems.push(...problemsOf(verification));
      readModels.compared++;
    }
    Object.assign(readModels, {
      state: readModels.problems.length > 0 ? 'differ' : 'equal',
      at: this.clock.now().toISOString(),
    });
  }
}

function problemsOf({ name, problem, differences }: Verification): { name: string; what: string }[] {
  if (problem !== null) return [{ name, what: problem }];
  return differences.map(({ table, onlyLive, onlyRebuilt }) => ({
    name,
    what: `${table}: ${onlyLive.count} rows only in the live table, ${onlyRebuilt.count} only from the log`,
  }));
}
