import type { AppendResult } from './event-store.js';
import type { PreparedCommand } from './prepare.js';

/** The outcome of one command in a batch; refusals are values here, because they must not undo the other commands. */
export type Verdict = { ok: AppendResult } | { error: Error };

/** Writes a batch completely or not at all, and returns the result of each command. */
export type AppendBatch = (batch: readonly PreparedCommand[]) => Promise<Verdict[]>;

/** The largest batch, in commands: larger ones gain nothing, and the others wait too long. */
const BATCH_COMMANDS_MAX = 256;
/**
 * Fewer commands than this wait for the batch in flight, because the overhead of a second batch would outweigh the
 * gain.
 */
const SECOND_FLIGHT_MIN = 16;

export interface GroupCommitOptions {
  /** Size of one batch, in bytes on the wire. */
  bytesMax: number;
  /** How many batches may be in flight at once. Default 1. */
  flights?: number;
  /** True if the batch was rejected because of one of its commands, so that none of it was done. */
  wasRefused?: (error: unknown) => boolean;
  onCommitted?: () => void;
}

interface Waiting {
  command: PreparedCommand;
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

/**
 * Appends are serialised by the log anyhow, so those that wait in this process travel together, and all that arrives
 * while a batch is under way makes up the next one. Serialising then costs latency only, not throughput.
 *
 * A second batch may be under way where the store takes one and many wait: this process then prepares and answers one
 * while the store writes the other. Commands to one stream keep the order in which they were appended.
 */
export class GroupCommit {
  private waiting: Waiting[] = [];
  private readonly flights = new Set<Waiting[]>();
  private departing = false;

  constructor(
    private readonly appendBatch: AppendBatch,
    private readonly options: GroupCommitOptions,
  ) {}

  append(command: PreparedCommand): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, resolve, reject });
      if (this.departing) return;
      this.departing = true;
      // On the next tick, so that appends made in the same tick share a batch.
      queueMicrotask(() => this.depart());
    });
  }

  private depart(): void {
    this.departing = false;
    while (this.mayDepart()) {
      const batch = this.takeBatch();
      if (batch.length === 0) return;
      this.flights.add(batch);
      void this.settle(batch).then(() => {
        this.flights.delete(batch);
        this.depart();
      });
    }
  }

  private mayDepart(): boolean {
    if (this.flights.size === 0) return this.waiting.length > 0;
    return this.flights.size < (this.options.flights ?? 1) && this.waiting.length >= SECOND_FLIGHT_MIN;
  }

  private takeBatch(): Waiting[] {
    const flying = [...this.flights].flat().map(({ command }) => command);
    const streams = new Set(flying.flatMap(({ writes }) => writes.map(({ stream }) => stream)));
    // A command that was sent twice goes into a later batch, where it finds the first one's result.
    const ids = new Set(flying.map(({ id }) => id));
    const commandsMax = Math.min(BATCH_COMMANDS_MAX, this.shareOf(flying.length + this.waiting.length));
    let size = 0;
    let taken = 0;
    for (const { command } of this.waiting) {
      size += command.size;
      if (ids.has(command.id) || (streams.size > 0 && command.writes.some(({ stream }) => streams.has(stream)))) break;
      if (taken > 0 && (taken >= commandsMax || size > this.options.bytesMax)) break;
      ids.add(command.id);
      taken++;
    }
    return this.waiting.splice(0, taken);
  }

  /** Many commands are divided among the batches if each gets enough; otherwise all are sent together. */
  private shareOf(commands: number): number {
    const share = commands / (this.options.flights ?? 1);
    return share < SECOND_FLIGHT_MIN ? commands : Math.ceil(share);
  }

  private async settle(batch: Waiting[]): Promise<void> {
    try {
      const verdicts = await this.appendBatch(batch.map(({ command }) => command));
      this.options.onCommitted?.();
      batch.forEach((waiting, index) => {
        const verdict = verdicts[index]!;
        if ('ok' in verdict) waiting.resolve(verdict.ok);
        else waiting.reject(verdict.error);
      });
    } catch (error) {
      if (batch.length === 1 || !this.options.wasRefused?.(error)) return batch.forEach(({ reject }) => reject(error));
      // One command that the store rejects must not fail the others, so each is sent alone and gets its own answer.
      for (const waiting of batch) await this.settle([waiting]);
    }
  }
}
