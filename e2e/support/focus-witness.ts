import type { Page } from 'playwright-core';

const LOST = 'the focus is lost after';
let lost: string[] = [];

/** Takes the reports of lost focus from the test's pages; after every test there must be none. */
export function takeLostFocus(): string[] {
  const said = lost;
  lost = [];
  return said;
}

/**
 * Users of keyboards and screen readers need a focused element. After every click and key of a test the page checks
 * that there is one. If not, it logs an error to the console, which counts as a fault.
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
      const tell = () => {
        if (nowhere() && before === location.href)
          console.error(`${words} ${event.type} on “${name}” of ${location.pathname}`);
      };
      setTimeout(() => {
        // Nothing had the focus before: a new page, or a click on the background.
        if (nowhere()) return;
        setTimeout(() => nowhere() && setTimeout(tell, LATER), SOON);
      });
    };
    addEventListener('click', look, true);
    addEventListener('keydown', (event) => ['Enter', 'Escape', ' '].includes(event.key) && look(event), true);
  }, LOST);
  // The page may be closed before the script is added.
  asked.catch((error: unknown) => {
    if (!/has been closed/.test(String(error))) throw error;
  });
}
