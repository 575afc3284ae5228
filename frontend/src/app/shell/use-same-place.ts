import { useEffect } from 'react';
import { PLACE } from '../../shared/storage/keys';

/** A page that has not grown for this long is whole, so that nothing moves where it is shown; milliseconds. */
const WHOLE_MS = 200;

/**
 * A reload comes back to where one was: the browser looks for the place before the page is drawn. It is looked for as
 * long as the same page is shown, and nobody has gone elsewhere.
 */
export function useSamePlace(page: unknown): void {
  useEffect(() => {
    const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const place = visit?.type === 'reload' ? Number(PLACE.read()) : 0;
    PLACE.write(null);
    let timer = 0;
    const stop = () => {
      clearTimeout(timer);
      watch.disconnect();
    };
    const watch = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        if (document.body.scrollHeight < place + innerHeight) return;
        stop();
        scrollTo(0, place);
      }, WHOLE_MS);
    });
    if (place > 0) {
      watch.observe(document.body);
      for (const going of ['wheel', 'pointerdown', 'keydown']) addEventListener(going, stop, { once: true });
    }
    onpagehide = () => PLACE.write(`${scrollY | 0}`);
    return stop;
  }, [page]);
}
