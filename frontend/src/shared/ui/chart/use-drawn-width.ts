import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { usePhone } from '../../use-phone';

/** px, the usual widths: a phone of 390 px draws its charts once. */
const [ON_PHONE, WIDE] = [316, 686];

/**
 * The displayed width of a chart, px, for its `viewBox`: so its text is as large as the page's. It is known before each
 * paint, and asking for it costs no layout of its own.
 */
export function useDrawnWidth() {
  const [width, setWidth] = useState(usePhone() ? ON_PHONE : WIDE);
  const drawing = useCallback((svg: SVGSVGElement) => {
    const changes = new ResizeObserver((entries) => {
      const now = Math.round(entries[0]!.contentRect.width);
      if (now > 0) flushSync(() => setWidth(now));
    });
    changes.observe(svg);
    return () => changes.disconnect();
  }, []);
  return { width, drawing };
}
