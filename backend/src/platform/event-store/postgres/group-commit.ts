import type { AppendResult } from '../event-store.js';
import type { PreparedCommand } from '../prepare.js';
import type { AppendBatch, Verdict } from './append-batch.js';
import { isConnectionLoss, wasRefused } from './connection-loss.js';

/** Bounds of one batch: above these the gain is gone and the lock is held for too long. */
const BATCH_COMMANDS_MAX = 256;
const BATCH_CHARS_MAX = 4 << 20;

/**
 * Pauses before a batch is tried again after a lost connection. Trying again is safe: a command that was written
 * answers as a duplicate.
 */
const RETRY_PAUSES_MS = [20, 100, 500, 1500];

interface Waiting {
  command: PreparedCommand;
  resolve(result: AppendResult): void;
  reject(error: unknown): void;
}

/**
 * Appends are serialised by the log's lock anyhow, so those that wait in this process travel together: one transaction
 * is under way at a time, and all that arrives meanwhile makes up the next one. Serialising then costs latency only,
 * not throughput.
 */
export class GroupCommit {
  private waiting: Waiting[] = [];
  private flying = false;

  constructor(
    private readonly appendBatch: AppendBatch,
    private readonly onCommitted: () => void = () => {},
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
      if (ids.has(command.id) || (ids.size > 0 && (ids.size >= BATCH_COMMANDS_MAX || size > BATCH_CHARS_MAX))) break;
      ids.add(command.id);
    }
    return this.waiting.splice(0, ids.size);
  }

  private async settle(batch: Waiting[]): Promise<void> {
    try {
      const verdicts = await this.appendPatiently(batch.map(({ command }) => command));
      this.onCommitted();
      batch.forEach((waiting, index) => {
        const verdict = verdicts[index]!;
        if ('ok' in verdict) waiting.resolve(verdict.ok);
        else waiting.reject(verdict.error);
      });
    } catch (error) {
      if (batch.length === 1 || !wasRefused(error)) return batch.forEach(({ reject }) => reject(error));
      // One command that the database will not take must not fail its neighbours: each alone, each its own answer.
      for (const waiting of batch) await this.settle([waiting]);
    }
  }

  private async appendPatiently(commands: PreparedCommand[]): Promise<Verdict[]> {
    for (const pauseMs of RETRY_PAUSES_MS) {
      try {
        return await this.appendBatch(commands);
      } catch (error) {
        if (!isConnectionLoss(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
      }
    }
    return this.appendBatch(commands);
  }
}
