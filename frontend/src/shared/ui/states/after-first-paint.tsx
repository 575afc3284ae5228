import { startTransition, useEffect, useState, type ReactNode } from 'react';

/** Of the document: later pages are whole at once, so that Back finds the place where one was. */
let isPainted = false;

/** Content below the first screen waits until that is painted, so that it appears sooner on a slow phone. */
export function AfterFirstPaint({ children }: { children: ReactNode }) {
  const [painted, setPainted] = useState(isPainted);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      isPainted = true;
      startTransition(() => setPainted(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return painted ? children : null;
}
