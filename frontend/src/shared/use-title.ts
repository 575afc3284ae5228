import { useEffect } from 'react';

/** The document's title: what the page is, then whose. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tknest`;
  }, [title]);
}
