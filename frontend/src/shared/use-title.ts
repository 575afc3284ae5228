import { useEffect } from 'react';

/** The document's title: the page, then the platform. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tknest`;
  }, [title]);
}
