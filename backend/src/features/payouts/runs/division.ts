/** Divides a run's money into lines, and lines into batches. Pure. */
import { createHash } from 'node:crypto';
import type { PayoutLine, PayoutLinesListed, PayoutRunStarted } from '@tknest/contracts/events';
import { allocate, toDecimal, type Micro } from '@tknest/contracts/money';
import { canonicalJson } from '#platform/event-store/canonical-json.js';

/** A line before it is recorded. */
export interface Share {
  wallet: string;
  /** Null if the payee is not a holder. */
  tokens: number | null;
  amount: Micro;
  /** The destination tag of its payment. */
  tag?: number;
}

/** Lines per stream. */
export const LINES_PER_BATCH = 200;

/**
 * Divides an amount by tokens, to the micro-unit: largest remainder, ties by wallet ascending. The shares sum to the
 * amount; a share of zero gets no line.
 * @throws RangeError if nobody holds tokens
 */
export function divide(amount: Micro, holders: ReadonlyMap<string, number>): Share[] {
  const weights = new Map([...holders].map(([wallet, tokens]) => [wallet, BigInt(tokens)]));
  return [...allocate(amount, weights)]
    .map(([wallet, share]) => ({ wallet, tokens: holders.get(wallet)!, amount: share }))
    .filter((share) => share.amount > 0n)
    .sort((a, b) => (a.wallet < b.wallet ? -1 : 1));
}

/** The events that start a run: its lines in batches, and a hash over all of them. */
export function listLines(
  { runId, fee }: { runId: string; fee: Micro },
  shares: readonly Share[],
): { started: PayoutRunStarted; batches: PayoutLinesListed[] } {
  const lines = shares.map(({ amount, ...line }): PayoutLine => ({ ...line, amount: toDecimal(amount) }));
  const batches: PayoutLinesListed[] = [];
  for (let at = 0; at < lines.length; at += LINES_PER_BATCH)
    batches.push(listed(runId, String(batches.length), lines.slice(at, at + LINES_PER_BATCH)));
  const data = {
    runId,
    lines: lines.length,
    batches: batches.length,
    total: toDecimal(shares.reduce((sum, { amount }) => sum + amount, 0n)),
    fee: toDecimal(fee),
    linesHash: createHash('sha256').update(canonicalJson(lines)).digest('hex'),
  };
  return { started: { type: 'PayoutRunStarted', data }, batches };
}

export const listed = (runId: string, batch: string, lines: PayoutLine[]): PayoutLinesListed => ({
  type: 'PayoutLinesListed',
  data: { runId, batch, lines },
});
