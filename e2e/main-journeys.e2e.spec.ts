import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { launchBrowser, signedIn } from './support/browser.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';
import { signUntil } from './support/signing-wallet.js';

/** The main job of each role in one program, in the order in which a property lives. */
const program = new Program(SHORT_LIST);
let browser: Browser;
let auditor: Person, admin: Person, officer: Person, landlord: Person, investor: Person;
/** A person with the name of a sanctioned one. */
let namesake: Person;

beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), program.start()]);
  [auditor, admin, officer] = ['auditor', 'admin', 'compliance'].map((role) => program.personOf(role)) as [
    Person,
    Person,
    Person,
  ];
  [landlord, investor, namesake] = [await program.newPerson(), await program.newPerson(), await program.newPerson()];
  for (const person of [auditor, admin, officer, investor, namesake]) await person.signIn('investor');
  await landlord.signIn('landlord');
  await landlord.verify('landlord');
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

/** What a person does on the pages, from this one on. */
async function as(person: Person, at: string, work: (page: Page) => Promise<void>): Promise<void> {
  const { page, context, wrong } = await signedIn(browser, person, 'wide');
  await page.goto(program.runtime.url + at);
  await work(page);
  expect(wrong).toEqual([]);
  await context.close();
}

it('a landlord lists a property', () =>
  as(landlord, '/?role=landlord', async (page) => {
    await page.getByLabel('Property name').fill('Sample Court');
    await page.getByLabel('Monthly rent').fill('2500');
    await page.getByLabel('Address', { exact: true }).fill('12 Example Street, Springfield, IL 62701');
    await page.getByLabel('Program Purpose').fill('Roof renewal');
    await press(page, 'Create Property Listing');
    await press(page, 'Publish listing');
    await page.getByText('Property listed successfully!').waitFor();
  }));

it('an investor verifies, buys, and sees the tokens', async () => {
  expect(await investor.verify('investor')).toMatchObject({ status: 'approved' });
  await as(investor, '/properties/1?tokens=5', async (page) => {
    await press(page, 'Purchase 5 tokens');
    const settled = async () => (await page.getByRole('heading', { name: 'Settled' }).count()) > 0;
    await signUntil(program, investor.address, settled, 'the purchase');
    await page.goto(`${program.runtime.url}/portfolio`);
    await page.getByRole('row', { name: /Sample Court.* 5 / }).waitFor();
  });
  expect(await program.onLedger(investor.address, 'token')).toBe('5');
});

it('an officer clears the hit of a namesake, and a second one approves', async () => {
  expect(await namesake.verify('investor', { firstName: 'Nicolas', lastName: 'Maduro Moros' })).toMatchObject({
    status: 'rejected',
  });
  const cases = () => officer.get('/api/compliance/cases?show=open') as Promise<{ id: string }[]>;
  const [{ id }] = (await until(cases, (rows) => rows.length > 0, 'the case')) as [{ id: string }];
  await as(officer, `/compliance/${id}`, async (page) => {
    await heading(page, 'Nicolas Maduro Moros');
    for (const compared of await page.getByLabel(/^I compared/).all()) await compared.check();
    await page.getByLabel(/^Not the listed person/).check();
    await page.getByLabel('Reason').fill('Born 20 years apart, another country, document read');
    await press(page, 'Send to a second person');
    await page.getByText('First decision: not the listed person.').waitFor();
  });
  await as(admin, `/compliance/${id}`, async (page) => {
    await heading(page, 'Nicolas Maduro Moros');
    await page.getByLabel('Name of the applicant').fill('Nicolas Maduro Moros');
    await press(page, /^Approve and verify/);
    await page
      .getByText(/Cleared/)
      .first()
      .waitFor();
  });
  await until(
    () => namesake.get('/api/kyc/status'),
    ({ kycStatus }) => kycStatus === 'verified',
    'the verification',
  );
});

it('an admin hides a listing and shows it again', async () => {
  const visitors = async () => (await program.visitor().get('/api/properties')).length;
  await as(admin, '/admin/properties', async (page) => {
    await press(page, 'Hide: Sample Court');
    await page.getByLabel('Reason').fill('The title of this house is disputed');
    await page.getByRole('dialog').getByRole('button', { name: 'Hide' }).click();
    await page.getByText('Listing hidden').waitFor();
    expect(await visitors()).toBe(0);
    await press(page, 'Show again: Sample Court');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('The dispute was settled');
    await dialog.getByRole('button', { name: 'Show again' }).click();
    await dialog.waitFor({ state: 'hidden' });
  });
  expect(await until(visitors, Boolean, 'the listing')).toBe(1);
});

it('an auditor sees that the chain is intact', () =>
  as(auditor, '/audit', async (page) => {
    await press(page, 'Verify');
    await heading(page, 'The chain is intact');
  }));
