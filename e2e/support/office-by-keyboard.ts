import { describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until, type Person } from '../../scripts/lib/platform-client.mjs';
import { whereFull } from '../../backend/test/support/how-much.js';
import type { Program } from './program.js';
import { keysOf, type Keys } from './keys.js';
import { expectSound, signIn, visit } from './visitor.js';

/** The people and objects of the office journeys; available once the program runs. */
export interface Office {
  program: Program;
  browser: Browser;
  /** A case that two people decide. */
  caseId: string;
}

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();
const dialogGone = (page: Page) => page.getByRole('dialog').waitFor({ state: 'hidden' });
const reason = 'Born 20 years apart, another country, document read';

/** The work of officers, admins and auditors, and of anybody with their own sessions, without a mouse. */
export function describeOffice(office: () => Office): void {
  const as = async (person: Pick<Person, 'address'>, at: string, work: (page: Page, keys: Keys) => Promise<void>) => {
    const { program, browser } = office();
    const { page, wrong } = await visit(browser);
    await signIn(program, page, person.address, 'investor');
    await page.goto(program.runtime.url + at);
    await work(page, keysOf(page));
    expect(wrong).toEqual([]);
    await page.context().close();
  };
  const asOne = (role: string, at: string, work: (page: Page, keys: Keys) => Promise<void>) =>
    as(office().program.personOf(role), at, work);

  describe('by keyboard alone, in the office', () => {
    it('an officer finds a case, reads it and decides; a second person approves', async () => {
      await asOne('compliance', '/compliance', async (page, { press, fill, choose, tick }) => {
        await heading(page, 'Compliance cases');
        // The search is not in the URL, so the test waits for the response.
        const searched = page.waitForResponse(/cases\/search/);
        await fill('Name, wallet or case', office().caseId.slice(0, 8));
        await searched;
        await press(/^the case of r/);
        await heading(page, 'Nicolas Maduro Moros');
        await tick(/^I compared/);
        await press('ID document');
        await press('Zoom in');
        await page.keyboard.press('Escape');
        await dialogGone(page);
        expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('ID document');
        await page.getByText('Opened by you.').waitFor();
        await choose(/^Not the listed person/);
        await fill('Reason', 'Too short');
        await press('Send to a second person');
        await page.getByText(/at least 20/).waitFor();
        await fill('Reason', reason);
        await press('Send to a second person');
        await page.getByText('First decision: not the listed person.').waitFor();
      });
      await asOne('admin', `/compliance/${office().caseId}`, async (page, { press, fill }) => {
        await heading(page, 'Nicolas Maduro Moros');
        await press('Return with a question');
        await fill('Question to the first person', 'Which document was it that you have read?');
        await press('Back to the approval');
        await fill('Name of the applicant', 'Nicolas Maduro Moros');
        await press(/^Approve and verify/);
        await page
          .getByText(/Cleared/)
          .first()
          .waitFor();
        await expectSound(page, 'a case that is decided, dark');
      });
    });

    whereFull('an auditor plays the time line, stands at a moment, verifies and exports', async () => {
      await asOne('admin', '/audit', async (page, { press, fill, tabTo }) => {
        await page.getByRole('slider', { name: 'Moment' }).waitFor();
        await tabTo('Moment');
        await page.keyboard.press('Home');
        await page.getByText('Nothing had been recorded yet.').waitFor();
        await press('Play');
        await page.getByRole('button', { name: 'Pause' }).waitFor();
        await press('Pause');
        await press('Go to now');
        await fill('Position', '12');
        await page.waitForURL(/position=0*12$/);
        await page.getByText('#12', { exact: true }).waitFor();
        await press('Verify');
        await heading(page, 'The chain is intact');
        await press('Compare');
        await heading(page, 'Read models match the event log');
        const file = page.waitForEvent('download');
        await press('Manifest');
        expect((await file).suggestedFilename()).toBe('manifest.json');
        await press('Open the event log at this position');
        await heading(page, 'Event log');
        await fill('Stream begins with', 'listing-');
        await page.waitForURL(/stream=listing-/);
        await press(/^Sample Court:/);
        await page
          .getByText(/revision 0/)
          .first()
          .waitFor();
        await page.goto(`${office().program.runtime.url}/audit/reconciliation`);
        await press('Compare now');
        await page.getByText(/Books and ledger agree/).waitFor();
        await press('Difference');
        await page.getByRole('columnheader', { name: 'Difference' }).and(page.locator('[aria-sort]')).waitFor();
      });
    });

    it('an admin narrows the transactions, looks into one and is back at its row', async () => {
      await asOne('admin', '/admin', async (page, { press, fill, pick }) => {
        await heading(page, 'Transactions');
        await fill('Search', 'Sample');
        await page.waitForURL(/search=Sample/);
        // The URL changes before the rows do, and a key press on an outgoing row opens nothing: wait for the response.
        const narrowed = page.waitForResponse(/all-transactions\?.*status=completed/);
        await pick('Status', 'Completed');
        await page.waitForURL(/status=completed/);
        await narrowed;
        const open = /^Open payment Purchase of 5 tokens/;
        await press(open);
        await heading(page, 'What happened');
        await page.keyboard.press('Escape');
        await dialogGone(page);
        expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toMatch(open);
        await fill('Search', 'no such words');
        await heading(page, 'No transactions found');
        await press('Clear filters');
        await page
          .getByRole('row', { name: /Purchase of 5 tokens/ })
          .first()
          .waitFor();
      });
    });

    whereFull('somebody asks to be forgotten, and an admin carries it out', async () => {
      const leaver = await (await office().program.newPerson()).signIn('investor');
      await leaver.verify('investor', { firstName: 'Ivo', lastName: 'Leaver' });
      await as(leaver, '/kyc-verification', async (page, { press }) => {
        await press('Erase my personal data');
        await page.getByRole('dialog', { name: 'Erase your personal data?' }).waitFor();
        await press('Request erasure');
        await page.getByText('Erasure requested').waitFor();
        await page.getByText('Erasure pending.').waitFor();
      });
      await asOne('admin', '/admin/erasures', async (page, { press, fill }) => {
        await press(`Erase ${leaver.address}`);
        await fill('Type the wallet address again', leaver.address);
        await press('Erase permanently');
        await page.getByText('This person’s key was destroyed.').waitFor();
        await dialogGone(page);
        await press(`Retained data of ${leaver.address}`);
        await page.getByRole('dialog').waitFor();
        await page.keyboard.press('Escape');
        await dialogGone(page);
      });
    });

    it('whoever is signed in elsewhere ends that, and chooses the colors', async () => {
      const admin = office().program.personOf('admin');
      await office().program.personFor(admin.wallet).signIn('investor');
      await asOne('admin', '/admin/failed-events', async (page, { press, item }) => {
        await heading(page, 'Failed events');
        await press(/^Account /);
        await item('Light');
        await until(
          () => page.evaluate(() => document.documentElement.getAttribute('data-mantine-color-scheme')),
          (scheme) => scheme === 'light',
          'the light scheme',
        );
        // The menu stays open to show the choice; Escape returns the focus to its button.
        await page.keyboard.press('Escape');
        await page.getByRole('menu').waitFor({ state: 'hidden' });
        await press(/^Account /);
        await item('Where you are signed in');
        await page.getByRole('dialog', { name: 'Where you are signed in' }).waitFor();
        await press('End all others');
        await page.getByRole('dialog').getByText('You are signed in only on this device.').first().waitFor();
        await page.keyboard.press('Escape');
        await dialogGone(page);
        const at = await page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
        expect(at).toMatch(/^Account /);
      });
    });
  });
}
