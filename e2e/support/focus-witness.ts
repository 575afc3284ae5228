import type { Page } from 'playwright-core';

const LOST = 'the focus is lost after';
let lost: string[] = [];

/** What the pages of the test have said of a lost focus; after every test nothing of it may be left. */
export function takeLostFocus(): string[] {
  const said = lost;
  lost = [];
  return said;
}

/**
 * Whoever works by keyboard or listens stands somewhere. After every click and key of a test the page is asked where
 * that is; nowhere is written to the console as an error, and so stands among what must not happen.
 */
export function witnessFocus(page: Page): void {
  page.on('console', (message) => {
    if (message.text().startsWith(LOST)) lost.push(message.text());
  });
  const asked = page.addInitScript((words) => {
    const [SOON, LATER] = [900, 3_000];
    const nowhere = () => document.activeElement === null || document.activeElement === document.body;
    const look = (event: Event) => {
      const target = event.target as Element;
      const name = target.closest?.('button, a, input, [role]')?.textContent?.trim().slice(0, 40);
      const before = location.href;
      // It was nowhere before: a page that has just come, or a click beside everything.
      const tell = () => {
        if (nowhere() && before === location.href)
          console.error(`${words} ${event.type} on “${name}” of ${location.pathname}`);
      };
      setTimeout(() => {
        if (nowhere()) return;
        setTimeout(() => nowhere() && setTimeout(tell, LATER), SOON);
      });
    };
    addEventListener('click', look, true);
    addEventListener('keydown', (event) => ['Enter', 'Escape', ' '].includes(event.key) && look(event), true);
  }, LOST);
  // A page that is closed again at once has nothing to say.
  asked.catch((error: unknown) => {
    if (!/has been closed/.test(String(error))) throw error;
  });
}
