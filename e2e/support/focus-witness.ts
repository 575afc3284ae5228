import type { Page } from 'playwright-core';

/**
 * Whoever works by keyboard or listens stands somewhere. After every click and key of a test the page is asked where
 * that is; nowhere is written to the console as an error, and so stands among what must not happen.
 */
export function witnessFocus(page: Page): void {
  void page.addInitScript(() => {
    const [SOON, LATER] = [900, 3_000];
    const nowhere = () => document.activeElement === null || document.activeElement === document.body;
    const look = (event: Event) => {
      const target = event.target as Element;
      const name = target.closest?.('button, a, input, [role]')?.textContent?.trim().slice(0, 40);
      const before = location.href;
      // It was nowhere before: a page that has just come, or a click beside everything.
      const tell = () => {
        if (nowhere() && before === location.href)
          console.error(`the focus is lost after ${event.type} on “${name}” of ${location.pathname}`);
      };
      setTimeout(() => {
        if (nowhere()) return;
        setTimeout(() => nowhere() && setTimeout(tell, LATER), SOON);
      });
    };
    addEventListener('click', look, true);
    addEventListener('keydown', (event) => ['Enter', 'Escape', ' '].includes(event.key) && look(event), true);
  });
}
