import { BASE_LEVEL, toDrops } from '../../open-ledger/fee-level.js';
import { feesOf } from '../../state/accounts.js';
import type { Command } from '../request.js';

/** fee: how full the open ledger and the queue are, and the current fees (rippled: TxQ::doRPC). */
export const fee: Command = ({ node }) => {
  const { queue, open } = node;
  const { base } = feesOf(open.state);
  const required = queue.metrics.requiredLevel(open.size);
  const median = queue.metrics.medianLevel;
  const least = queue.isFull() ? (queue.byFee(open.parent.header.hash).at(-1)?.level ?? BASE_LEVEL) + 1n : BASE_LEVEL;
  return {
    current_ledger_size: String(open.size),
    current_queue_size: String(queue.size),
    drops: {
      base_fee: base.toString(),
      median_fee: toDrops(median, base).toString(),
      minimum_fee: toDrops(least, base).toString(),
      open_ledger_fee: (toDrops(required - 1n, base) + 1n).toString(),
    },
    expected_ledger_size: String(queue.metrics.expectedSize),
    ledger_current_index: open.index,
    levels: {
      median_level: median.toString(),
      minimum_level: least.toString(),
      open_ledger_level: required.toString(),
      reference_level: BASE_LEVEL.toString(),
    },
    max_queue_size: String(queue.maxSize),
  };
};
