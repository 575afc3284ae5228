import { useEffect } from 'react';
import { useLocation } from 'react-router';

const LINK = 'a[href^="/"]';
/** After what the page itself loads. */
const IN_VIEW_AFTER_MS = 3_000;

const isInView = (element: Element): boolean => {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight;
};

/**
 * Prepares the pages of links that are about to be followed. Both functions must stay the same.
 * @param load the page of a link under the pointer or focused
 * @param fetchFiles of all links in view, where nothing hovers
 */
export function useAhead(load: (href: string) => void, fetchFiles: (hrefs: readonly string[]) => void): void {
  const { pathname } = useLocation();
  useEffect(() => {
    const approached = ({ target }: Event) => {
      const href = target instanceof Element ? target.closest(LINK)?.getAttribute('href') : null;
      if (href) load(href);
    };
    const events = ['pointerover', 'focusin', 'touchstart'];
    events.forEach((event) => document.addEventListener(event, approached, { passive: true }));
    return () => events.forEach((event) => document.removeEventListener(event, approached));
  }, [load]);
  useEffect(() => {
    if (!matchMedia('(hover: none)').matches) return;
    const all = () => {
      const links = [...document.querySelectorAll(LINK)].filter(isInView);
      fetchFiles([...new Set(links.map((link) => link.getAttribute('href')!))]);
    };
    const timer = setTimeout(all, IN_VIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [fetchFiles, pathname]);
}
