import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Wallet } from '../scripts/lib/platform-client.mjs';
import { launchBrowser } from './support/browser.js';
import { describeWhereFull } from '../backend/test/support/how-much.js';
import { AGREEMENTS, PROFESSIONAL } from './support/applicants.js';
import { Program } from './support/program.js';
import { signInHere, signUntil } from './support/signing-wallet.js';
import { tabTo, visit } from './support/visitor.js';
import { SHORT_LIST } from './support/short-list.js';
import { pdfWith } from '../scripts/lib/paper.mjs';

/** Two strangers come to the platform, and reach their goals by keyboard alone. */
const program = new Program(SHORT_LIST);
let browser: Browser;
let owner: Wallet;
let saver: Wallet;

beforeAll(async () => {
  [browser] = await Promise.all([launchBrowser(), program.start()]);
  owner = await program.sandbox.newWallet({ xrp: 100, rlusd: 10 });
  // Has XRP for the reserve, but no RLUSD and no trust line for it.
  saver = await program.sandbox.newWallet({ xrp: 40 });
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
});

const url = (at: string) => program.runtime.url + at;
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

async function press(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name, 120);
  await page.keyboard.press('Enter');
}
async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await tabTo(page, label, 120);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type(text);
  }
}
/** Opens each field's file chooser by keyboard, and chooses a file. */
async function upload(page: Page, labels: readonly string[]): Promise<void> {
  const buffer = pdfWith('document');
  for (const [index, label] of labels.entries()) {
    await tabTo(page, label);
    const chooser = page.waitForEvent('filechooser');
    await page.keyboard.press('Space');
    await (await chooser).setFiles({ name: 'document.pdf', mimeType: 'application/pdf', buffer });
    await page
      .getByRole('button', { name: /^Remove/ })
      .nth(index)
      .waitFor();
  }
}

const PERSONAL = {
  'First name': 'Sam',
  'Last name': 'Specimen',
  'Date of birth': '04121985',
  'Phone number': '+1 555 0100 200',
  Email: 'sam@example.com',
  Address: '12 Example Street',
  City: 'Springfield',
  State: 'Illinois',
  'ZIP code': '62701',
};
async function apply(page: Page, as: keyof typeof PROFESSIONAL, ssn: string): Promise<void> {
  await heading(page, 'Personal Information');
  await fill(page, { ...PERSONAL, 'Social security number': ssn });
  await press(page, 'Continue');
  await heading(page, /Professional Details|Investment Profile/);
  await fill(page, PROFESSIONAL[as]);
  await press(page, 'Continue');
  await heading(page, 'Document Upload');
  await upload(page, ['Government ID', 'Proof of address', 'Proof of income']);
  await press(page, 'Continue');
  await heading(page, 'Agreements');
  for (const label of AGREEMENTS) {
    await tabTo(page, label, 120);
    await page.keyboard.press('Space');
  }
  await press(page, 'Submit application');
  await heading(page, 'KYC Verification Successful');
}

/** A first visit: the access code page, then the landing page. */
async function arrive(): Promise<{ page: Page; wrong: string[] }> {
  const visitor = await visit(browser, 'wide', { gate: true });
  await visitor.page.goto(url('/'));
  await tabTo(visitor.page, 'Access code');
  await visitor.page.keyboard.type(program.runtime.accessCode);
  await visitor.page.keyboard.press('Enter');
  await heading(visitor.page, /Fund property/);
  return visitor;
}
const signIn = (page: Page, button: string, { address }: Wallet) =>
  signInHere(program, page, address, () => press(page, button));
/** The wallet's owner signs every request until the page shows the text. */
const signUntilShown = (page: Page, { address }: Wallet, shown: string) =>
  signUntil(program, address, async () => (await page.getByRole('heading', { name: shown }).count()) > 0, shown);

describeWhereFull('by keyboard alone', () => {
  it('a stranger becomes a landlord with an open listing', async () => {
    const { page, wrong } = await arrive();
    await press(page, 'I own a property');
    await heading(page, 'Register as Property Owner');
    await press(page, 'Cancel');
    await press(page, 'Auto-Fill Demo Data');
    await press(page, 'Continue');
    await heading(page, 'Create Account');
    await press(page, 'Continue');
    // For a verified landlord the third step completes by itself.
    await heading(page, 'Complete Setup');
    await press(page, 'Complete Setup');
    await heading(page, 'Connect your wallet');
    await signIn(page, 'Connect Xaman Wallet', owner);
    await heading(page, 'Property-Linked Token Program Platform');
    expect(new URL(page.url()).pathname).toBe('/integrated-dashboard');
    await press(page, 'Verify identity first');
    await apply(page, 'landlord', '219099991');
    await press(page, 'Access Platform');
    await heading(page, 'Property-Linked Token Program Platform');
    await fill(page, { 'Property name': 'Keyboard Court', 'Monthly rent': '2500' });
    await fill(page, { Address: '12 Example Street, Springfield, IL 62701', 'Program Purpose': 'Roof renewal' });
    await press(page, 'Create Property Listing');
    await page.getByRole('dialog', { name: 'List Keyboard Court?' }).waitFor();
    await press(page, 'Publish listing');
    await page.getByText('Property listed successfully!').waitFor();
    await program.readModelsCaughtUp();
    expect(await program.visitor().get('/api/properties/1')).toMatchObject({ name: 'Keyboard Court', status: 'open' });
    expect(wrong).toEqual([]);
    await page.context().close();
  });

  it('a stranger sets up an empty wallet, and buys in each of the three ways', async () => {
    const { page, wrong } = await arrive();
    await press(page, 'Quick Setup');
    await heading(page, 'How do you want to use Tknest?');
    await press(page, 'Continue');
    await fill(page, { 'Wallet address': saver.address.slice(0, -1) });
    await press(page, 'Connect');
    await page
      .getByText(/its check digits don’t match|Please enter a valid XRP wallet address/)
      .first()
      .waitFor();
    await fill(page, { 'Wallet address': saver.address });
    await press(page, 'Connect');
    // A typed address proves nothing: a signature does.
    await heading(page, 'Open an RLUSD trust line');
    await signIn(page, 'Open wallet app', saver);
    await page.getByText('We then check the ledger', { exact: false }).waitFor();
    await press(page, 'I’ve Setup Trustline');
    await page.getByText('The ledger shows no RLUSD trust line for this wallet yet', { exact: false }).waitFor();
    await press(page, 'Open wallet app');
    await page.getByText('Waiting for your signature', { exact: false }).waitFor();
    await page.reload();
    await page.getByText('Waiting for your signature', { exact: false }).waitFor();
    await signUntilShown(page, saver, 'Fund your wallet');
    await press(page, 'Simulate Funding (Demo)');
    await heading(page, 'All set');
    expect(await program.onLedger(saver.address, 'rlusd')).toBe('500');
    await press(page, /^Go to Dashboard/);
    await page.waitForURL(url(`/dashboard?role=investor&wallet=${saver.address}`));

    await heading(page, 'Keyboard Court');
    await press(page, 'Participate Now in Keyboard Court');
    await press(page, 'Verify identity first');
    await apply(page, 'investor', '219099992');
    await press(page, 'Access Platform');
    await heading(page, 'Keyboard Court');
    await press(page, 'Participate Now in Keyboard Court');
    await press(page, 'Purchase 1 token');
    await signUntilShown(page, saver, 'Settled');
    await press(page, 'Done');

    await page.goto(url('/simple-investment?propertyId=1'));
    await heading(page, 'Fee breakdown');
    await press(page, 'Send 102.50 RLUSD');
    await signUntilShown(page, saver, 'Investment Complete');
    await press(page, 'Return to Dashboard');

    await page.goto(url('/checkout?propertyId=1&tokens=1'));
    await heading(page, 'Checkout');
    await press(page, 'Pay 100.00 RLUSD');
    await signUntilShown(page, saver, 'Payment Successful');
    // Two fees of 2.50: a checkout has none.
    expect(await program.onLedger(saver.address, 'token')).toBe('3');
    expect(await program.onLedger(saver.address, 'rlusd')).toBe('195');
    expect(wrong).toEqual([]);
    await page.context().close();
  });
});
