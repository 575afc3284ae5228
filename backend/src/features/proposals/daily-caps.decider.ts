/** Daily caps on what two people may pay out and issue, with a stream per day (UTC). Pure. */
import type { DailyActEvent } from '@tknest/contracts/events';
import { formatRlusd, parseRlusd, toDecimal, type Micro } from '@tknest/contracts/money';
import { Refused } from '#platform/domain/refused.js';
import type { Folded } from '#platform/event-store/folding.js';

/** The platform's own RLUSD that an act pays out, and the tokens that it issues (in millionths, like amounts). */
export interface Moved {
  rlusd: Micro;
  tokens: Micro;
}

/** By proposal. */
export type DayState = ReadonlyMap<string, Moved>;

export const dayFold = (day: string): Folded<DayState, DailyActEvent> => ({
  stream: `daily-acts-${day}`,
  initialState: new Map(),
  evolve: (state, { type, data }) => {
    const next = new Map(state);
    if (type === 'DailyActReleased') next.delete(data.proposalId);
    else next.set(data.proposalId, { rlusd: parseRlusd(data.rlusd), tokens: parseRlusd(data.tokens) });
    return next;
  },
});

/** Counts an act, once. @throws Refused if it would exceed a cap */
export function countAct(proposalId: string, moved: Moved, caps: Moved, state: DayState): DailyActEvent[] {
  if (state.has(proposalId)) return [];
  const used = (of: keyof Moved) => [...state.values()].reduce((sum, one) => sum + one[of], 0n);
  mustFit(moved, caps, { rlusd: used('rlusd'), tokens: used('tokens') });
  const data = { proposalId, rlusd: toDecimal(moved.rlusd), tokens: toDecimal(moved.tokens) };
  return [{ type: 'DailyActCounted', data }];
}

/** An act that could not be carried out no longer counts. */
export const releaseAct = (proposalId: string, state: DayState): DailyActEvent[] =>
  state.has(proposalId) ? [{ type: 'DailyActReleased', data: { proposalId } }] : [];

/** @throws Refused */
export function mustFit(moved: Moved, caps: Moved, used: Moved = { rlusd: 0n, tokens: 0n }): void {
  // It would make room for another act while it is counted.
  if (moved.rlusd < 0n || moved.tokens < 0n) throw new Refused('invalid', 'Amounts must be positive');
  for (const [of, verb, unit, setting] of [
    ['rlusd', 'pay out', 'RLUSD', 'DAILY_PAYOUT_MAX'],
    ['tokens', 'issue', 'TKNEST', 'DAILY_ISSUANCE_MAX'],
  ] as const)
    if (moved[of] > 0n && used[of] + moved[of] > caps[of])
      throw new Refused(
        'conflict',
        `Proposals ${verb} at most ${formatRlusd(caps[of])} ${unit} a day (UTC), and ${formatRlusd(used[of])} are used. ` +
          `Nothing was done. Propose it again tomorrow, or raise ${setting}.`,
        { code: 'daily-cap' },
      );
}
