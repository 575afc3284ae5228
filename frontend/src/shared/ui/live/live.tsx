import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Announces changes to screen readers. A region that appears together with its text is often not announced, so there is
 * one from the beginning, and one in every dialog, because nothing outside a dialog is announced. Its text is in a
 * shadow root; otherwise it would be found by searches, copied, and read twice.
 */
const regions: HTMLElement[] = [];
const made = new WeakMap<HTMLElement, HTMLElement>();

function regionIn(host: HTMLElement): HTMLElement {
  const known = made.get(host);
  if (known) return known;
  const region = document.createElement('div');
  region.setAttribute('aria-live', 'polite');
  region.setAttribute('aria-atomic', 'true');
  host.attachShadow({ mode: 'closed' }).append(region);
  made.set(host, region);
  return region;
}

/** The hidden live region. One around the app, and one in each dialog. */
export function LiveRegion() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const region = regionIn(host.current!);
    regions.push(region);
    return () => void regions.splice(regions.indexOf(region), 1);
  }, []);
  return <div ref={host} className="sr-only" />;
}

/** After this long the same sentence can be announced again, in milliseconds. */
const FORGOTTEN_MS = 1_000;

/** Announces a text once the topmost dialog, or the page, is ready for it. */
export function say(text: string): void {
  const sentence = text.replaceAll(/\s+/g, ' ').trim();
  if (sentence === '') return;
  // After the current effects, when a dialog that has just opened has its region.
  setTimeout(() => {
    const region = regions.at(-1);
    if (!region) return;
    region.textContent = sentence;
    setTimeout(() => region.textContent === sentence && (region.textContent = ''), FORGOTTEN_MS);
  });
}

/** Announces a sentence whenever it changes. */
export function useSaid(text: string | null | undefined | false): void {
  useEffect(() => {
    if (text) say(text);
  }, [text]);
}

/** A part of the page that is announced when it appears and when its text changes. */
export function Spoken({ className, children }: { className?: string; children: ReactNode }) {
  const part = useRef<HTMLDivElement>(null);
  const last = useRef('');
  useEffect(() => {
    const text = part.current!.textContent;
    if (text === last.current) return;
    last.current = text;
    say(text);
  });
  return (
    <div ref={part} className={className}>
      {children}
    </div>
  );
}

/**
 * Announces the number of results of a filtered list once its rows are loaded: not for the initial list, only after the
 * filters have changed. @param question the filters
 * @param found the number of rows as text, "12 payments"; absent until they are loaded
 */
export function useFoundSaid(question: string, found: string | undefined): void {
  const answered = useRef(question);
  useEffect(() => {
    if (found === undefined || answered.current === question) return;
    answered.current = question;
    say(`${found} found`);
  }, [question, found]);
}
