import { type EntryReader, type Overlay } from '../state/overlay.js';
import { deleteOffers } from '../state/offers.js';
import { compose, PAR, type Quality, qualityOf } from '../state/quality.js';
import { compare, isZero, type Quantity, signOf, subtract, sum, zeroLike } from '../state/quantity.js';
import { MAX_OFFERS } from './offer-stream.js';
import { PaymentOverlay } from './payment-overlay.js';
import { type Attempt, type Flow, isDry, StrandFailed } from './step.js';
import type { Strand } from './strand.js';

/** Attempts to push more through, and offers to look at, before giving up (rippled: maxTries, maxOffersToConsider). */
const MAX_TRIES = 1000;
const MAX_OFFERS_IN_ALL = 1500;

export interface FlowWish {
  readonly wanted: Quantity;
  readonly most: Quantity;
  /** Ways of a worse quality are not taken. */
  readonly worst?: Quality | undefined;
  /** Offers are crossed: a way is not even tried where its best offer is of a worse quality. */
  readonly crossing?: boolean;
}

export interface FlowOutcome extends Flow {
  /** What it changed, to be committed. */
  readonly changes: PaymentOverlay;
  /**
   * Offers that cannot be taken. They are removed from the view; if its changes are discarded, they may be removed
   * anyway.
   */
  readonly stale: ReadonlySet<string>;
}

/** Works out what goes through a strand that is to give up to `wanted` for at most `most` (rippled: flow). */
function passThrough(
  base: PaymentOverlay,
  strand: Strand,
  most: Quantity,
  wanted: Quantity,
  stale: Set<string>,
): Attempt | undefined {
  const fresh = (): Attempt => ({ view: new PaymentOverlay(base), before: base, stale });
  let attempt = fresh();
  let limiting = strand.length;
  let given = wanted;
  let needed = wanted;
  for (let i = strand.length - 1; i >= 0; i--) {
    const step = strand[i]!;
    let flow = step.reverse(attempt, needed);
    if (isDry(flow)) return undefined;
    const tooDear = i === 0 && compare(most, flow.in) < 0;
    if (tooDear || compare(flow.out, needed) !== 0) {
      // The step carries less than was asked of it: whatever was worked out behind it is void.
      attempt = fresh();
      limiting = i;
      flow = tooDear ? step.forward(attempt, most) : step.reverse(attempt, flow.out);
      given = flow.out;
      if (isDry(flow)) return undefined;
    }
    needed = flow.in;
  }
  for (const step of strand.slice(limiting + 1)) {
    const flow = step.forward(attempt, given);
    if (isDry(flow)) return undefined;
    given = flow.out;
  }
  return attempt;
}

function flowThrough(
  base: PaymentOverlay,
  strand: Strand,
  most: Quantity,
  wanted: Quantity,
  stale: Set<string>,
): Attempt | undefined {
  try {
    return passThrough(base, strand, most, wanted, stale);
  } catch (error) {
    if (error instanceof StrandFailed) return undefined;
    throw error;
  }
}

/** The best quality that a strand can have; undefined if one of its books is empty (rippled: qualityUpperBound). */
function boundOf(view: EntryReader, strand: Strand): Quality | undefined {
  let quality = PAR;
  let redeems = false;
  for (const step of strand) {
    const bound = step.bound(view, redeems);
    if (bound === undefined) return undefined;
    quality = compose(quality, bound);
    redeems = step.redeems(view, 'forward');
  }
  return quality;
}

/** Best first; a way that cannot be good enough is left out. One way alone is tried without asking. */
function inOrder(view: EntryReader, strands: readonly Strand[], worst: Quality | undefined): Strand[] {
  if (strands.length < 2) return [...strands];
  return strands
    .map((strand) => ({ strand, bound: boundOf(view, strand) }))
    .filter(
      (s): s is { strand: Strand; bound: Quality } =>
        s.bound !== undefined && !(worst !== undefined && s.bound > worst),
    )
    .sort((a, b) => (a.bound < b.bound ? -1 : a.bound > b.bound ? 1 : 0))
    .map(({ strand }) => strand);
}

/** Sends through the cheapest strand first, then the next, until all is delivered, spent, or nothing more flows. */
export function flowThroughAll(target: Overlay, strands: readonly Strand[], wish: FlowWish): FlowOutcome {
  const { wanted, most, worst } = wish;
  const view = new PaymentOverlay(target);
  const [ins, outs]: [Quantity[], Quantity[]] = [[], []];
  const stale = new Set<string>();
  let active = strands;
  let looked = 0;
  for (let tries = 1; tries < MAX_TRIES && looked < MAX_OFFERS_IN_ALL && active.length > 0; tries++) {
    const left = subtract(wanted, sum(outs, zeroLike(wanted)));
    const purse = subtract(most, sum(ins, zeroLike(most)));
    if (signOf(left) <= 0 || signOf(purse) <= 0) break;
    const found = new Set<string>();
    const best = firstThatFlows(view, inOrder(view, active, worst), { ...wish, wanted: left, most: purse }, found);
    if (best.flow) {
      ins.push(best.flow.in);
      outs.push(best.flow.out);
    }
    looked += best.looked;
    active = best.active;
    deleteOffers(view, found);
    for (const index of found) stale.add(index);
  }
  return { changes: view, in: sum(ins, zeroLike(most)), out: sum(outs, zeroLike(wanted)), stale };
}

interface BestStrand {
  readonly flow?: Flow;
  /** Strands that may have more to give: the one that was taken, and those not tried for it. */
  readonly active: readonly Strand[];
  /** Offers looked at on the way. */
  readonly looked: number;
}

/** Takes the first strand through which something flows at a quality that is good enough. */
function firstThatFlows(
  view: PaymentOverlay,
  ordered: readonly Strand[],
  { wanted, most, worst, crossing }: FlowWish,
  stale: Set<string>,
): BestStrand {
  let looked = 0;
  for (const [i, strand] of ordered.entries()) {
    if (crossing && worst !== undefined && (boundOf(view, strand) ?? worst + 1n) > worst) continue;
    const attempt = flowThrough(view, strand, most, wanted, stale);
    looked += strand.reduce((n, step) => n + step.offersUsed, 0);
    if (!attempt) continue;
    const flow = { in: strand[0]!.flow.in, out: strand.at(-1)!.flow.out };
    if (isZero(flow.out) || (worst !== undefined && qualityOf(flow.out, flow.in) > worst)) continue;
    attempt.view.commit();
    const spent = strand.some((step) => step.offersUsed >= MAX_OFFERS);
    return { flow, active: [...(spent ? [] : [strand]), ...ordered.slice(i + 1)], looked };
  }
  return { active: [], looked };
}
