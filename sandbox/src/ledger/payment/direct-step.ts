import type { EntryReader } from '../state/overlay.js';
import { type Quality, qualityOf } from '../state/quality.js';
import type { Quantity } from '../state/quantity.js';
import {
  add,
  compare,
  isZero,
  mulRatio,
  parseNumber,
  signOf,
  smaller,
  subtract,
  type TokenNumber,
  ZERO,
} from '../state/token-number.js';
import { credit, otherSide, readLine, sideOf } from '../state/trust-lines.js';
import { PARITY, transferRate, usableTokens } from './funds.js';
import type { Attempt, Pass, Step } from './step.js';

interface TokenFlow {
  readonly in: TokenNumber;
  readonly out: TokenNumber;
}

interface Cached extends TokenFlow {
  /** What went over the line itself, before its rates. */
  readonly moved: TokenNumber;
  readonly redeems: boolean;
}

/** Tokens going from `source` to `target` over the trust line between them (rippled: DirectStepI). */
export class DirectStep implements Step {
  readonly offersUsed = 0;
  readonly book = undefined;
  private cached: Cached | undefined;

  /** An offer that is crossed knows no qualities of lines, and its owner's limit does not hold it up. */
  constructor(
    readonly lineSource: string,
    readonly target: string,
    readonly currency: string,
    private readonly previous: Step | undefined,
    private readonly isLast: boolean,
    private readonly crossing: boolean,
  ) {}

  get flow(): TokenFlow {
    return this.cached ?? { in: ZERO, out: ZERO };
  }

  /**
   * What can still go, and whether the source gives back the target's own tokens (redeems) or hands out its own
   * (issues).
   */
  private capacity(view: EntryReader, wanted: TokenNumber): { most: TokenNumber; redeems: boolean } {
    if (this.crossing && this.isLast) return { most: wanted, redeems: false };
    const line = readLine(view, this.lineSource, this.target, this.currency);
    if (!line) return { most: ZERO, redeems: false };
    const held = this.held(view);
    if (signOf(held) > 0) return { most: held, redeems: true };
    const theirs = otherSide(sideOf(this.lineSource, this.target));
    return { most: add(parseNumber(line[theirs.limit].value), held), redeems: false };
  }

  private held(view: EntryReader): TokenNumber {
    return usableTokens(view, this.lineSource, { currency: this.currency, issuer: this.target });
  }

  /** On the way forward what it was when its own tokens moved: afterwards the line may be empty. */
  redeems(view: EntryReader, pass: Pass): boolean {
    return pass === 'forward' && this.cached ? this.cached.redeems : signOf(this.held(view)) > 0;
  }

  /** Rates on the way in and out: the issuer's transfer fee, and qualities that the lines' owners set. */
  private rates(
    view: EntryReader,
    redeems: boolean,
    previousRedeems: () => boolean,
  ): { sourceOut: number; targetIn: number } {
    if (redeems) {
      if (!this.previous) return { sourceOut: PARITY, targetIn: PARITY };
      return { sourceOut: Math.max(this.previous.qualityIn(view), this.quality(view, 'out')), targetIn: PARITY };
    }
    const sourceOut = previousRedeems() ? transferRate(view, this.lineSource) : PARITY;
    const targetIn = this.qualityIn(view);
    return { sourceOut, targetIn: this.isLast ? Math.min(targetIn, PARITY) : targetIn };
  }

  private ratesIn(view: EntryReader, redeems: boolean, pass: Pass): { sourceOut: number; targetIn: number } {
    return this.rates(view, redeems, () => this.previous?.redeems(view, pass) ?? false);
  }

  qualityIn(view: EntryReader): number {
    return this.quality(view, 'in');
  }

  private quality(view: EntryReader, direction: 'in' | 'out'): number {
    const line = this.crossing ? undefined : readLine(view, this.lineSource, this.target, this.currency);
    if (!line) return PARITY;
    const side = sideOf(this.lineSource, this.target);
    return (direction === 'in' ? line[otherSide(side).qualityIn] : line[side.qualityOut]) || PARITY;
  }

  reverse({ view }: Attempt, wanted: Quantity): TokenFlow {
    const out = wanted as TokenNumber;
    const { most, redeems } = this.capacity(view, out);
    const { sourceOut, targetIn } = this.ratesIn(view, redeems, 'reverse');
    if (signOf(most) <= 0) return this.dry(redeems);
    const needed = mulRatio(out, PARITY, targetIn, true);
    const fits = compare(needed, most) <= 0;
    const moved = fits ? needed : most;
    this.cached = {
      in: mulRatio(moved, sourceOut, PARITY, true),
      out: fits ? out : mulRatio(most, targetIn, PARITY, false),
      moved,
      redeems,
    };
    credit(view, this.lineSource, this.target, this.currency, moved);
    return this.flow;
  }

  forward({ view }: Attempt, quantity: Quantity): TokenFlow {
    const given = quantity as TokenNumber;
    const { most, redeems } = this.capacity(view, this.cached?.moved ?? ZERO);
    const { sourceOut, targetIn } = this.ratesIn(view, redeems, 'forward');
    if (signOf(most) <= 0) return this.dry(redeems);
    const passes = mulRatio(given, PARITY, sourceOut, false);
    const fits = compare(passes, most) <= 0;
    const moved = fits ? passes : most;
    this.cached = this.limited({
      in: fits ? given : mulRatio(most, sourceOut, PARITY, true),
      out: mulRatio(moved, targetIn, PARITY, false),
      moved,
      redeems,
    });
    credit(view, this.lineSource, this.target, this.currency, this.cached.moved);
    return this.flow;
  }

  private dry(redeems: boolean): TokenFlow {
    this.cached = { in: ZERO, out: ZERO, moved: ZERO, redeems };
    return this.flow;
  }

  /** rippled: setCacheLimiting; only rounding may differ between the passes. */
  private limited(found: Cached): Cached {
    const cached = this.cached;
    if (!cached || grewBeyondRounding(cached.in, found.in)) return found;
    return {
      in: found.in,
      redeems: found.redeems,
      out: smaller(found.out, cached.out),
      moved: smaller(found.moved, cached.moved),
    };
  }

  bound(view: EntryReader, previousRedeems: boolean): Quality {
    const { sourceOut, targetIn } = this.rates(view, this.redeems(view, 'forward'), () => previousRedeems);
    return qualityOf(BigInt(targetIn), BigInt(sourceOut));
  }
}

function grewBeyondRounding(cached: TokenNumber, found: TokenNumber): boolean {
  const small: TokenNumber = { mantissa: 10n ** 15n, exponent: -24 };
  if (compare(cached, found) >= 0 || compare(subtract(found, cached), small) <= 0) return false;
  return found.exponent !== cached.exponent || isZero(cached) || found.mantissa * 100n > cached.mantissa * 101n;
}
