import { useEffect, useReducer, useRef, useState } from 'react';
import { DELAYS_MS, initialWorld, obstacleTo, runningIn, simulate, type Deed, type World } from './simulator';

export interface Simulator {
  world: World;
  /** Tokens that the next purchase buys. */
  tokens: number;
  choose(tokens: number): void;
  /** The action in progress; null if there is none. */
  running: Deed | null;
  /** The last purchase or payout, for the picture of the money flow. */
  last: Exclude<Deed, { type: 'trust_setup' }> | null;
  run(deed: Deed): void;
  /** Why an action is not possible now; null if it is. */
  obstacle(deed: Deed): string | null;
  reset(): void;
}

const DEFAULT_TOKENS = 10;

/** Everything happens in this tab, with the specification's delays, without any server. */
export function useSimulator(): Simulator {
  const [world, dispatch] = useReducer(simulate, initialWorld);
  const [tokens, choose] = useState(DEFAULT_TOKENS);
  const [deed, setDeed] = useState<Deed | null>(null);
  const [last, setLast] = useState<Simulator['last']>(null);
  const id = runningIn(world)?.id;
  const deedOf = useRef(deed);
  useEffect(() => void (deedOf.current = deed));
  useEffect(() => {
    const under = deedOf.current;
    if (!id || !under) return;
    const timer = setTimeout(() => dispatch({ do: 'end', id, deed: under, at: Date.now() }), DELAYS_MS[under.type]);
    return () => clearTimeout(timer);
  }, [id]);
  return {
    world,
    tokens,
    choose,
    running: id ? deed : null,
    last,
    run(next) {
      if (runningIn(world)) return;
      setDeed(next);
      if (next.type !== 'trust_setup' && !obstacleTo(next, world)) setLast(next);
      dispatch({ do: 'begin', deed: next, at: Date.now() });
    },
    obstacle: (next) => obstacleTo(next, world),
    reset() {
      setDeed(null);
      setLast(null);
      dispatch({ do: 'reset' });
    },
  };
}
