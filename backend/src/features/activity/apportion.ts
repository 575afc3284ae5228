/** Divides each holder's line of a payout run into interest, principal and fee. Pure. */
import { allocate, type Micro } from '@tknest/contracts/money';

/** A holder's line of a run. */
export interface RunLine {
  wallet: string;
  /** Tokens of record. Null for the only line of a direct run: that holder gets all of it. */
  tokens: number | null;
  /** What is paid: the holder's share of the run without its fee. */
  amount: Micro;
}

/** The parts of a run, or of one of its lines. */
export interface Parts {
  interest: Micro;
  principal: Micro;
  fee: Micro;
}

const sumOf = (values: Iterable<Micro>): Micro => [...values].reduce((sum, value) => sum + value, 0n);

/**
 * Divides a run's interest and its fee by tokens of record, each by largest remainder on the micro-unit with ties by
 * wallet. A line's principal is what it pays, minus its interest, plus its fee: so each line holds exactly, and the
 * three sum to the run's. If rounding leaves a principal a few micro-units below zero, it is set to zero and the excess
 * interest moves to another line.
 * @param run its interest, principal and fee: the lines' amounts sum to interest plus principal minus fee
 * @throws RangeError if they do not
 */
export function apportion(run: Parts, lines: readonly RunLine[]): Map<string, Parts> {
  const paid = sumOf(lines.map(({ amount }) => amount));
  if (paid !== run.interest + run.principal - run.fee)
    throw new RangeError(`Lines of ${paid} are not ${run.interest} + ${run.principal} - ${run.fee}`);
  const weights = new Map(lines.map(({ wallet, tokens }) => [wallet, BigInt(tokens ?? 1)]));
  const interest = allocate(run.interest, weights);
  const fee = allocate(run.fee, weights);
  const parts = lines.map(({ wallet, amount }) => ({
    wallet,
    interest: interest.get(wallet)!,
    principal: amount - interest.get(wallet)! + fee.get(wallet)!,
    fee: fee.get(wallet)!,
  }));
  return new Map(withoutNegatives(parts).map(({ wallet, ...part }) => [wallet, part]));
}

type WalletParts = Parts & { wallet: string };

/**
 * Moves excess interest from lines with negative principal to those with the most principal, one micro-unit at a time.
 */
function withoutNegatives(parts: readonly WalletParts[]): WalletParts[] {
  let over = 0n;
  const held = parts.map((part) => {
    if (part.principal >= 0n) return { ...part };
    over -= part.principal;
    return { ...part, interest: part.interest + part.principal, principal: 0n };
  });
  const byPrincipal = [...held].sort((a, b) =>
    a.principal === b.principal ? (a.wallet < b.wallet ? -1 : 1) : a.principal > b.principal ? -1 : 1,
  );
  for (let at = 0; over > 0n; at = (at + 1) % byPrincipal.length) {
    const line = byPrincipal[at]!;
    if (line.principal === 0n) continue;
    line.interest += 1n;
    line.principal -= 1n;
    over -= 1n;
  }
  return held;
}
