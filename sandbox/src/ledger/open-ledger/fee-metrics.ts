import { BASE_LEVEL } from './fee-level.js';

/**
 * rippled's stand-alone settings: minimum_txn_in_ledger_standalone, normal_consensus_increase_percent,
 * minimum_escalation_multiplier.
 */
const STANDALONE_SIZE = 1000;
const INCREASE_PERCENT = 20;
const LEAST_MULTIPLIER = BASE_LEVEL * 500n;
/** Sizes of busy ledgers that are remembered (rippled: ledgersInQueue). */
const REMEMBERED = 20;

/** How many transactions the open ledger takes at the base fee, and what it asks beyond (rippled: TxQ::FeeMetrics). */
export class FeeMetrics {
  private expected = STANDALONE_SIZE;
  private multiplier = LEAST_MULTIPLIER;
  private recent: number[] = [];

  /** Transactions a ledger is expected to hold. */
  get expectedSize(): number {
    return this.expected;
  }

  /** Level paid by the middle transaction of the last ledger, at least 500 base fees. */
  get medianLevel(): bigint {
    return this.multiplier;
  }

  /**
   * The level needed to get into an open ledger that has `count` transactions: it grows with the square beyond what is
   * expected.
   */
  requiredLevel(count: number): bigint {
    if (count <= this.expected) return BASE_LEVEL;
    return (this.multiplier * BigInt(count) * BigInt(count)) / (BigInt(this.expected) * BigInt(this.expected));
  }

  /** The level that `size` transactions together need to get in after `count` others. */
  requiredSeriesLevel(count: number, size: number): bigint {
    const squares = (n: bigint): bigint => (n * (n + 1n) * (2n * n + 1n)) / 6n;
    const sum = squares(BigInt(count + size - 1)) - squares(BigInt(count - 1));
    return (this.multiplier * sum) / (BigInt(this.expected) * BigInt(this.expected));
  }

  /** Learns from a closed ledger: a full one raises what the next may hold. */
  update(levels: readonly bigint[]): void {
    const size = levels.length;
    if (size > this.expected || size > STANDALONE_SIZE) {
      this.recent = [...this.recent, Math.floor((size * (100 + INCREASE_PERCENT)) / 100)].slice(-REMEMBERED);
      const most = Math.max(...this.recent);
      this.expected = most >= this.expected ? most : Math.floor((this.expected * 9 + most) / 10);
    }
    const sorted = [...levels].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const median = size === 0 ? 0n : (sorted[size >> 1]! + sorted[(size - 1) >> 1]! + 1n) / 2n;
    this.multiplier = median > LEAST_MULTIPLIER ? median : LEAST_MULTIPLIER;
  }
}
