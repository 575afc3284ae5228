import { useEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';

interface Place {
  step: number;
  /** The step of the previous history entry. */
  before?: number;
}

/**
 * The step of a wizard. Each step is a history entry, so Back goes one step back, both the browser's and the page's.
 * @param count the number of steps, or of those that may be shown; a later one shows the last of these
 * @param first the initial step
 * @returns `forward`: the step was reached by Continue, not by Back
 */
export function useWizard(count: number, first = 1): { step: number; forward: boolean; go(to: number): void } {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const [start] = useState(first);
  const kept = (state as { wizard?: Place } | null)?.wizard;
  const place: Place = kept ?? { step: start };
  // The history entry says which step it is; otherwise, after a reload on a later step, going back would show the later
  // step.
  useEffect(() => {
    if (!kept)
      void navigate({ pathname, search }, { replace: true, state: { ...(state as object), wizard: { step: start } } });
  }, [kept]); // eslint-disable-line react-hooks/exhaustive-deps -- once for each entry that has no step of its own
  const step = Math.min(count, Math.max(1, place.step));
  const forward = useNavigationType() === 'PUSH' && place.before === step - 1;
  const go = (to: number) => {
    if (to === place.before) return void navigate(-1);
    const wizard: Place = to > step ? { step: to, before: step } : { step: to };
    void navigate({ pathname, search }, { state: { ...(state as object), wizard } });
  };
  return { step, forward, go };
}
