import { Overlay } from '../state/overlay.js';
import { add, compare, isZero, signOf, subtract, type TokenNumber, ZERO } from '../state/token-number.js';
import { DRY, type Flow } from './direct-step.js';
import type { Strand } from './strand.js';

/** Attempts to push more through before giving up (rippled: maxTries). */
const MAX_TRIES = 1000;

/**
 * Sends up to `wanted` through one strand, spending at most `most`; gives what flowed and the changes it made (rippled:
 * StrandFlow.h).
 */
function flowThrough(
  base: Overlay,
  strand: Strand,
  most: TokenNumber,
  wanted: TokenNumber,
): Flow & { changes: Overlay } {
  let view = new Overlay(base);
  const dry = { ...DRY, changes: view };
  let limiting = strand.length;
  let limitOut = wanted;
  let needed = wanted;
  for (let i = strand.length - 1; i >= 0; i--) {
    const step = strand[i]!;
    let flow = step.reverse(view, needed);
    if (isZero(flow.out)) return dry;
    if (i === 0 && compare(most, flow.in) < 0) {
      view = new Overlay(base);
      limiting = i;
      flow = step.forward(view, most);
      limitOut = flow.out;
      if (isZero(flow.out)) return dry;
    } else if (compare(flow.out, needed) !== 0) {
      // The step carries less than was asked of it: whatever was worked out behind it is void.
      view = new Overlay(base);
      limiting = i;
      flow = step.reverse(view, flow.out);
      limitOut = flow.out;
      if (isZero(flow.out)) return dry;
    }
    needed = flow.in;
  }
  let given = limitOut;
  for (const step of strand.slice(limiting + 1)) {
    const flow = step.forward(view, given);
    if (isZero(flow.out)) return dry;
    given = flow.out;
  }
  return { in: strand[0]!.flow.in, out: strand.at(-1)!.flow.out, changes: view };
}

const rateOf = (view: Overlay, strand: Strand): number => strand.reduce((rate, step) => rate * step.rate(view), 1);

/** Sends through the cheapest strand first, then the next, until all is delivered, spent, or nothing more flows. */
export function flowThroughAll(
  view: Overlay,
  strands: readonly Strand[],
  most: TokenNumber,
  wanted: TokenNumber,
  worstRate: number,
): Flow {
  let spent = ZERO;
  let delivered = ZERO;
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const left = subtract(wanted, delivered);
    const purse = subtract(most, spent);
    if (signOf(left) <= 0 || signOf(purse) <= 0) break;
    const ordered = strands
      .filter((strand) => strand.length > 0)
      .map((strand) => ({ strand, rate: rateOf(view, strand) }))
      .sort((a, b) => a.rate - b.rate);
    const best = firstThatFlows(
      view,
      ordered.filter((s) => s.rate <= worstRate).map((s) => s.strand),
      purse,
      left,
    );
    if (!best) break;
    best.changes.commit();
    spent = add(spent, best.in);
    delivered = add(delivered, best.out);
  }
  return { in: spent, out: delivered };
}

function firstThatFlows(
  view: Overlay,
  strands: readonly Strand[],
  most: TokenNumber,
  wanted: TokenNumber,
): (Flow & { changes: Overlay }) | undefined {
  for (const strand of strands) {
    const flow = flowThrough(view, strand, most, wanted);
    if (!isZero(flow.out)) return flow;
  }
  return undefined;
}
