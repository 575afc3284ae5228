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
 * Loads the page of each link that is about to be followed: under the pointer, focused, or, where nothing hovers, in
 * view. @param load must stay the same
 */
export function useAhead(load: (href: string) => void): void {
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
      new Set(links.map((link) => link.getAttribute('href')!)).forEach((href) => load(href));
    };
    const timer = setTimeout(all, IN_VIEW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [load, pathname]);
}
