import { startTransition, useEffect, useState, type ReactNode } from 'react';

/** Content below the first screen waits until that is painted, so that it appears sooner on a slow phone. */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setPainted(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted ? children : null;
}
