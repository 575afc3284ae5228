import { readAccount } from '../state/accounts.js';
import { ACCOUNT_FLAG, hasFlag } from '../state/flags.js';
import type { EntryReader, Overlay } from '../state/overlay.js';
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
import { balanceOn, credit, otherSide, readLine, sideOf } from '../state/trust-lines.js';

/** 1 to 1 in the billionths that rates and qualities are written in. */
export const PARITY = 1_000_000_000;

/** What went into and out of a step. */
export interface Flow {
  readonly in: TokenNumber;
  readonly out: TokenNumber;
}
export const DRY: Flow = { in: ZERO, out: ZERO };

/** Payments are worked out backwards from what is wanted, then forwards from where too little came through. */
type Pass = 'reverse' | 'forward';

interface Cached extends Flow {
  /** What went over the line itself, before its rates. */
  readonly moved: TokenNumber;
  readonly redeems: boolean;
}

/** Tokens going from `source` to `target` over the trust line between them (rippled: DirectStepI). */
export class DirectStep {
  private cached: Cached | undefined;

  constructor(
    readonly source: string,
    readonly target: string,
    readonly currency: string,
    private readonly previous: DirectStep | undefined,
    private readonly isLast: boolean,
  ) {}

  get flow(): Flow {
    return this.cached ?? DRY;
  }

  /**
   * What can still go, and whether the source gives back the target's own tokens (redeems) or hands out its own
   * (issues).
   */
  private capacity(view: EntryReader): { most: TokenNumber; redeems: boolean } {
    const line = readLine(view, this.source, this.target, this.currency);
    if (!line) return { most: ZERO, redeems: false };
    const side = sideOf(this.source, this.target);
    const held = balanceOn(line, side);
    if (signOf(held) > 0) return { most: held, redeems: true };
    return { most: add(parseNumber(line[otherSide(side).limit].value), held), redeems: false };
  }

  /** On the way forward what it was when its own tokens moved: afterwards the line may be empty. */
  private redeems(view: EntryReader, pass: Pass): boolean {
    return pass === 'forward' && this.cached ? this.cached.redeems : this.capacity(view).redeems;
  }

  /** Rates on the way in and out: the issuer's transfer fee, and qualities that the lines' owners set. */
  private rates(view: EntryReader, redeems: boolean, pass: Pass): { sourceOut: number; targetIn: number } {
    if (redeems) {
      if (!this.previous) return { sourceOut: PARITY, targetIn: PARITY };
      return { sourceOut: Math.max(this.previous.quality(view, 'in'), this.quality(view, 'out')), targetIn: PARITY };
    }
    const fee = this.previous?.redeems(view, pass) ? (readAccount(view, this.source)?.TransferRate ?? PARITY) : PARITY;
    const targetIn = this.quality(view, 'in');
    return { sourceOut: fee, targetIn: this.isLast ? Math.min(targetIn, PARITY) : targetIn };
  }

  private quality(view: EntryReader, direction: 'in' | 'out'): number {
    const line = readLine(view, this.source, this.target, this.currency);
    if (!line) return PARITY;
    const side = sideOf(this.source, this.target);
    return (direction === 'in' ? line[otherSide(side).qualityIn] : line[side.qualityOut]) || PARITY;
  }

  private dry(redeems: boolean): Flow {
    this.cached = { ...DRY, moved: ZERO, redeems };
    return DRY;
  }

  /**
   * Works out, backwards, what must go in so that `wanted` comes out, and moves it; less where the line carries less.
   */
  reverse(view: Overlay, wanted: TokenNumber): Flow {
    const { most, redeems } = this.capacity(view);
    const { sourceOut, targetIn } = this.rates(view, redeems, 'reverse');
    if (signOf(most) <= 0) return this.dry(redeems);
    const needed = mulRatio(wanted, PARITY, targetIn, true);
    const fits = compare(needed, most) <= 0;
    const moved = fits ? needed : most;
    this.cached = {
      in: mulRatio(moved, sourceOut, PARITY, true),
      out: fits ? wanted : mulRatio(most, targetIn, PARITY, false),
      moved,
      redeems,
    };
    credit(view, this.source, this.target, this.currency, moved);
    return this.flow;
  }

  /** Puts `given` in, forwards, and never delivers more than the pass backwards had found. */
  forward(view: Overlay, given: TokenNumber): Flow {
    const { most, redeems } = this.capacity(view);
    const { sourceOut, targetIn } = this.rates(view, redeems, 'forward');
    if (signOf(most) <= 0) return this.dry(redeems);
    const passes = mulRatio(given, PARITY, sourceOut, false);
    const fits = compare(passes, most) <= 0;
    const moved = fits ? passes : most;
    const found = {
      in: fits ? given : mulRatio(most, sourceOut, PARITY, true),
      out: mulRatio(moved, targetIn, PARITY, false),
      moved,
      redeems,
    };
    this.cached = this.limited(found);
    credit(view, this.source, this.target, this.currency, this.cached.moved);
    return this.flow;
  }

  /** rippled: setCacheLimiting; only rounding may differ between the passes. */
  private limited(found: Cached): Cached {
    const cached = this.cached;
    if (!cached || this.grewBeyondRounding(cached.in, found.in)) return found;
    return {
      in: found.in,
      redeems: found.redeems,
      out: smaller(found.out, cached.out),
      moved: smaller(found.moved, cached.moved),
    };
  }

  private grewBeyondRounding(cached: TokenNumber, found: TokenNumber): boolean {
    const small: TokenNumber = { mantissa: 10n ** 15n, exponent: -24 };
    if (compare(cached, found) >= 0 || compare(subtract(found, cached), small) <= 0) return false;
    return found.exponent !== cached.exponent || isZero(cached) || found.mantissa * 100n > cached.mantissa * 101n;
  }

  /** in ÷ out at best, for choosing among several paths. */
  rate(view: EntryReader): number {
    const { sourceOut, targetIn } = this.rates(view, this.capacity(view).redeems, 'reverse');
    return sourceOut / targetIn;
  }

  /** Whether an account along the way is frozen off (rippled: checkFreeze). */
  isFrozen(view: EntryReader): boolean {
    if (hasFlag(readAccount(view, this.target), ACCOUNT_FLAG.globalFreeze)) return true;
    const line = readLine(view, this.source, this.target, this.currency);
    const theirs = otherSide(sideOf(this.source, this.target)).flag;
    const deep = sideOf(this.source, this.target).flag.deepFreeze | theirs.deepFreeze;
    return hasFlag(line, theirs.freeze | deep);
  }
}
