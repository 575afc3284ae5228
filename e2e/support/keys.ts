import type { Page } from 'playwright-core';
import { tabTo } from './visitor.js';

/** Keyboard actions on a page. Tab is pressed at most `most` times, until the named element has the focus. */
export function keysOf(page: Page) {
  const to = (name: string | RegExp, most = 200) => tabTo(page, name, most);
  return {
    tabTo: to,
    async press(name: string | RegExp, most?: number): Promise<void> {
      await to(name, most);
      await page.keyboard.press('Enter');
    },
    async fill(label: string, text: string): Promise<void> {
      await to(label);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(text);
    },
    /** Chooses a radio button with arrow keys, which move within its group. */
    async choose(name: RegExp): Promise<void> {
      const radio = page.getByRole('radio', { name });
      const group = await radio.getAttribute('name');
      const all = page.locator(`input[type=radio][name="${group}"]`);
      // If nothing is chosen yet, Tab goes to the first button.
      const chosen = all.and(page.locator(':checked'));
      const now = (await chosen.count()) > 0 ? chosen : all.first();
      await to(
        new RegExp(`^${(await now.evaluate((it: HTMLInputElement) => it.labels![0]!.textContent))!.slice(0, 20)}`),
      );
      if ((await chosen.count()) === 0) await page.keyboard.press('Space');
      for (let key = 0; key < 10 && !(await radio.isChecked()); key += 1) await page.keyboard.press('ArrowDown');
    },
    /** Checks every check box of that name, one after the other. */
    async tick(name: RegExp): Promise<void> {
      for (let left = await page.getByRole('checkbox', { name, checked: false }).count(); left > 0; left -= 1) {
        await to(name);
        await page.keyboard.press('Space');
        await page.keyboard.press('Tab');
      }
    },
    /** Picks one of a field's options. */
    async pick(field: string, name: string): Promise<void> {
      await to(field);
      await page.keyboard.press('ArrowDown');
      await page.getByRole('listbox').waitFor();
      const at = () => page.locator('[data-combobox-selected]').textContent({ timeout: 2_000 });
      for (let key = 0; key < 20 && (await at().catch(() => '')) !== name; key += 1)
        await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
    /** Chooses an entry of the open menu. */
    async item(name: string): Promise<void> {
      const at = () => page.evaluate(() => document.activeElement?.textContent?.trim());
      await page.getByRole('menu').waitFor();
      for (let key = 0; key < 20 && (await at()) !== name; key += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    },
  };
}
export type Keys = ReturnType<typeof keysOf>;
