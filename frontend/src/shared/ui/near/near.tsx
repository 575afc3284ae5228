import { useEffect, useRef, useState, type ReactNode } from 'react';

/** How far outside the window a part is already rendered. */
const AHEAD = '1200px';

/**
 * A part of a long list that is only rendered near the visible area: two thousand cards cost as much as a hundred. Its
 * space is reserved, and focus inside it is kept.
 */
export function Near({ className, children }: { className?: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(true);
  const [height, setHeight] = useState<number>();
  useEffect(() => {
    const element = place.current;
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const watch = new IntersectionObserver(
      (entries) => {
        // A busy page is notified of several changes at once; the last one counts.
        if (entries.at(-1)!.isIntersecting) return setNear(true);
        if (element.contains(document.activeElement)) return;
        setHeight(element.offsetHeight);
        setNear(false);
      },
      { rootMargin: `${AHEAD} 0px` },
    );
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} className={near ? className : undefined} style={near ? undefined : { height }}>
      {near && children}
    </div>
  );
}
