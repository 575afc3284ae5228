import { useCallback, useState } from 'react';

/** Until it is measured, and where nothing is displayed. */
const UNKNOWN = 686;

/**
 * The displayed width of a chart, px, for its `viewBox`: so its text is as large as the page's. It is measured before
 * the first paint, and again when it changes.
 */
export function useDrawnWidth() {
  const [width, setWidth] = useState(UNKNOWN);
  const drawing = useCallback((svg: SVGSVGElement) => {
    const measure = () => setWidth(Math.round(svg.getBoundingClientRect().width) || UNKNOWN);
    measure();
    const changes = new ResizeObserver(measure);
    changes.observe(svg);
    return () => changes.disconnect();
  }, []);
  return { width, drawing };
}
