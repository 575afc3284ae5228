import { useEffect, useRef, useState } from 'react';

/** How long a notification must be visible to count as read, in milliseconds. */
export const SEEN_MS = 2_000;
/** Notifications read within this time, in milliseconds, are sent to the server together. */
const GATHER_MS = 250;

/**
 * Reports read notifications: those with a row that was visible for two seconds on a visible page.
 * @param onSeen receives the ids, each once
 * @returns the ref callback of a row
 */
export function useSeen(onSeen: (ids: string[]) => void): (id: string) => (element: HTMLElement | null) => void {
  const told = useRef(onSeen);
  useEffect(() => void (told.current = onSeen));
  const [watch] = useState(() => new Watch((ids) => told.current(ids)));
  useEffect(() => {
    watch.start();
    return () => watch.stop();
  }, [watch]);
  return watch.row;
}

/** Tracks which rows are visible, and since when. */
class Watch {
  private readonly ids = new Map<Element, string>();
  private readonly timers = new Map<Element, ReturnType<typeof setTimeout>>();
  private readonly inSight = new Set<Element>();
  private readonly seen = new Set<string>();
  private readonly refs = new Map<string, (element: HTMLElement | null) => () => void>();
  private gathered: string[] = [];
  private gathering: ReturnType<typeof setTimeout> | undefined;
  private observer: IntersectionObserver | undefined;

  constructor(private readonly onSeen: (ids: string[]) => void) {}

  /** One callback per id, so that rendering a row again does not observe it again. */
  readonly row = (id: string) => {
    const ref = this.refs.get(id) ?? this.refOf(id);
    this.refs.set(id, ref);
    return ref;
  };

  private refOf(id: string): (element: HTMLElement | null) => () => void {
    return (element) => {
      if (element) {
        this.ids.set(element, id);
        this.observer?.observe(element);
      }
      return () => {
        if (!element) return;
        this.observer?.unobserve(element);
        this.leave(element);
        this.ids.delete(element);
      };
    };
  }

  start(): void {
    if (typeof IntersectionObserver === 'undefined') return;
    this.observer = new IntersectionObserver(
      (entries) =>
        entries.forEach(({ target, isIntersecting }) => (isIntersecting ? this.come(target) : this.leave(target))),
      { threshold: 0.5 },
    );
    for (const element of this.ids.keys()) this.observer.observe(element);
    document.addEventListener('visibilitychange', this.shownOrHidden);
  }

  stop(): void {
    document.removeEventListener('visibilitychange', this.shownOrHidden);
    this.observer?.disconnect();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.timers.clear();
    this.inSight.clear();
    clearTimeout(this.gathering);
    // Notifications read just before leaving the page count too.
    if (this.gathered.length > 0) this.tell();
  }

  private readonly shownOrHidden = () => {
    for (const element of this.inSight) {
      clearTimeout(this.timers.get(element));
      if (document.visibilityState === 'visible') this.wait(element);
    }
  };

  private come(element: Element): void {
    this.inSight.add(element);
    if (document.visibilityState === 'visible') this.wait(element);
  }

  private leave(element: Element): void {
    this.inSight.delete(element);
    clearTimeout(this.timers.get(element));
    this.timers.delete(element);
  }

  private wait(element: Element): void {
    const id = this.ids.get(element);
    if (id === undefined || this.seen.has(id)) return;
    clearTimeout(this.timers.get(element));
    this.timers.set(
      element,
      setTimeout(() => {
        this.seen.add(id);
        this.gathered.push(id);
        this.gathering ??= setTimeout(() => this.tell(), GATHER_MS);
      }, SEEN_MS),
    );
  }

  private tell(): void {
    const ids = this.gathered;
    this.gathered = [];
    this.gathering = undefined;
    this.onSeen(ids);
  }
}
