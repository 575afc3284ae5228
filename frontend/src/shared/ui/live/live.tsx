import { useEffect, useRef, type ReactNode } from 'react';

/**
 * Announces changes to screen readers. A region that appears together with its text is often not read out, so there is
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

/** The place of the words, not seen. One around the program, and one in each dialog. */
export function LiveRegion() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const region = regionIn(host.current!);
    regions.push(region);
    return () => void regions.splice(regions.indexOf(region), 1);
  }, []);
  return <div ref={host} className="sr-only" />;
}

/** After this long the same sentence can be said again. */
const FORGOTTEN_MS = 1_000;

/** Says something once the dialog that is topmost, or the page, is ready for it. */
export function say(text: string): void {
  const sentence = text.replaceAll(/\s+/g, ' ').trim();
  if (sentence === '') return;
  // After the effects of this turn: a dialog that has just come has its region then.
  setTimeout(() => {
    const region = regions.at(-1);
    if (!region) return;
    region.textContent = sentence;
    setTimeout(() => region.textContent === sentence && (region.textContent = ''), FORGOTTEN_MS);
  });
}

/** Says a sentence whenever it is another one. */
export function useSaid(text: string | null | undefined | false): void {
  useEffect(() => {
    if (text) say(text);
  }, [text]);
}

/** A part of the page that is announced when it appears and when its words change. */
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
 * Says how many a narrowed list holds, once its rows are there: not for the list that one came to, only for what was
 * asked of it since. @param question what is looked for
 * @param found the rows as they are called, "12 payments"; absent until they are there
 */
export function useFoundSaid(question: string, found: string | undefined): void {
  const answered = useRef(question);
  useEffect(() => {
    if (found === undefined || answered.current === question) return;
    answered.current = question;
    say(`${found} found`);
  }, [question, found]);
}
