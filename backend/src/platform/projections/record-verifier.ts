import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { AnchorsVerdict, RecordVerificationView } from '@tknest/contracts/api';
import { DataSource } from 'typeorm';
import { CLOCK, type Clock } from '../clock/clock.js';
import { EVENT_STORE, START, type EventStore } from '../event-store/event-store.js';
import { distance } from '../event-store/positions.js';
import { STORED_LOG, type StoredLog } from '../event-store/stored-log.js';
import { verifyChain, type Anchor, type ChainReport } from '../event-store/verify-chain.js';
import { ProjectionRegistry } from './projection-registry.js';
import { verifyReadModel, type Verification } from './verify.js';

/** Anchors as ledgers hold them. */
export interface LedgerAnchors {
  /** Whose transactions were read. The log names it: compare it with what you know of the platform. */
  issuer?: string;
  found: readonly (Anchor & { txHash: string; ledgerIndex: number })[];
  /** Anchors that the log names and of whose ledgers the node does not hold all any more. */
  unproved: number;
  /** Anchors that the log names and their ledgers do not hold. */
  missing: number;
}

/** Reads the anchors of the log from the ledger, also those that the log does not name. @throws where it is away */
export type AnchorSource = (signal: AbortSignal) => Promise<LedgerAnchors>;

export type Check = 'chain' | 'read-models';

/**
 * Checks the hash chain and the read models of the running program, one check of a kind at a time, and tells how far it
 * has come. A check ends where it is stopped, and with the program.
 */
@Injectable()
export class RecordVerifier implements OnApplicationShutdown {
  private readonly log = new Logger('RecordVerifier');
  private readonly running = new Map<Check, { stop: AbortController; done: Promise<void> }>();
  private readonly state: RecordVerificationView = {
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
  ) {}

  /** Where anchors are read that the log is held against. */
  anchorsFrom(source: AnchorSource): void {
    this.anchorSource = source;
  }

  report(): RecordVerificationView {
    return this.state;
  }

  /**
   * Begins a check in the background; a second call joins the one under way. The chain: every seal is recomputed. The
   * read models: every one is rebuilt beside the live one and compared.
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
        // What was found before stands until something newer is found.
        Object.assign(view, before);
        if (!stop.signal.aborted) this.log.error({ err: error }, `The check of the ${check} could not be made`);
      })
      .finally(() => this.running.delete(check));
    this.running.set(check, { stop, done });
  }

  /** Ends a check that is under way; what was found before stands. */
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
    // Read before the log is: every one of them is about something that the log holds already.
    const anchors = await this.readAnchors(signal);
    chain.of = distance(START, await this.store.head());
    const onProgress = (so: number) => (chain.verified = so);
    const { verified, head, hash, broken } = await verifyChain(this.stored, anchors?.found, onProgress, signal);
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

  /** @returns null where the ledger cannot be asked: the chain is verified all the same */
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

/** What the anchors say, in words of the report. */
export function verdictOn(anchors: LedgerAnchors | null, broken: ChainReport['broken']): AnchorsVerdict {
  if (!anchors) return { state: 'unreachable', compared: 0, unproved: 0, last: null };
  const { found, unproved, missing } = anchors;
  const newest = found.toSorted((a, b) => a.ledgerIndex - b.ledgerIndex).at(-1);
  const last = newest ? { position: newest.position, txHash: newest.txHash, ledgerIndex: newest.ledgerIndex } : null;
  // What stands behind the break was not compared: that much of the log is not what was anchored.
  const differ = broken !== null && found.some(({ position }) => position >= broken.position);
  const state = differ
    ? 'differ'
    : missing > 0
      ? 'missing'
      : found.length > 0
        ? 'fit'
        : unproved > 0
          ? 'unproved'
          : 'none';
  return { state, compared: found.length, unproved, last };
}

function problemsOf({ name, problem, differences }: Verification): { name: string; what: string }[] {
  if (problem !== null) return [{ name, what: problem }];
  return differences.map(({ table, onlyLive, onlyRebuilt }) => ({
    name,
    what: `${table}: ${onlyLive.count} rows only in the live table, ${onlyRebuilt.count} only from the log`,
  }));
}
