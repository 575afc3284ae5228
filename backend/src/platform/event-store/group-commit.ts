import type { AppendResult } from './event-store.js';
import type { PreparedCommand } from './prepare.js';

/** What became of one command of a batch; refusals are values here, since they must not undo the others. */
export type Verdict = { ok: AppendResult } | { error: Error };

/** Writes a batch whole or not at all, and tells of each command what became of it. */
export type AppendBatch = (batch: readonly PreparedCommand[]) => Promise<Verdict[]>;

/** Bound of one batch: above it the gain is gone and the others wait for too long. */
const BATCH_COMMANDS_MAX = 256;

export interface GroupCommitOptions {
  /** Size of one batch, in bytes on the wire. */
  bytesMax: number;
  /** True where the batch was looked at and not taken because of one of its commands: nothing of it was done. */
  wasRefused?: (error: unknown) => boolean;
  onCommitted?: () => void;
}

interface Waiting {
  command: PreparedCommand;
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

/**
 * Appends are serialised by the log anyhow, so those that wait in this process travel together: one batch is under way
 * at a time, and all that arrives meanwhile makes up the next one. Serialising then costs latency only,
 * not throughput.
 */
export class GroupCommit {
  private waiting: Waiting[] = [];
  private flying = false;

  constructor(
    private readonly appendBatch: AppendBatch,
    private readonly options: GroupCommitOptions,
  ) {}

  append(command: PreparedCommand): Promise<AppendResult> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ command, resolve, reject });
      if (!this.flying) {
        this.flying = true;
        // One turn later: appends made in the same turn then share the first flight too.
        queueMicrotask(() => void this.fly());
      }
    });
  }

  private async fly(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.takeBatch();
      await this.settle(batch);
    }
    this.flying = false;
  }

  private takeBatch(): Waiting[] {
    let size = 0;
    const ids = new Set<string>();
    for (const { command } of this.waiting) {
      size += command.size;
      // A command that was sent twice goes on the next flight, where it meets its own first answer.
      if (ids.has(command.id) || (ids.size > 0 && (ids.size >= BATCH_COMMANDS_MAX || size > this.options.bytesMax)))
        break;
      ids.add(command.id);
    }
    return this.waiting.splice(0, ids.size);
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
      // One command that the store will not take must not fail its neighbors: each alone, each its own answer.
      for (const waiting of batch) await this.settle([waiting]);
    }
  }
}
