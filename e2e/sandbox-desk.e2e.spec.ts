import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectSound, launchBrowser, signedIn } from './support/browser.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

/** A stranger tries the program: buys, has the landlord pay rent, lets a month pass, and is notified of each. */
const program = new Program(SHORT_LIST);
const mails: string[] = [];
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _, taken) {
    const parts: Buffer[] = [];
    stream.on('data', (part: Buffer) => parts.push(part));
    stream.on('end', () => {
      mails.push(Buffer.concat(parts).toString());
      taken();
    });
  },
});
let browser: Browser;
let stranger: Person;
let property: number;

beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const SMTP_URL = `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`;
  [browser] = await Promise.all([launchBrowser(), program.start({ SMTP_URL })]);
  await program.sandbox.post('/control/ledger', { closeEveryMs: 100 });
  const landlord = await program.personOf('landlord').signIn('landlord');
  await landlord.verify('landlord');
  property = (await landlord.list({ name: 'Sample Court' })).id;
  stranger = await (await program.newPerson()).signIn('investor');
  await stranger.verify('investor');
});
afterAll(async () => {
  await browser?.close();
  await program.remove();
  await new Promise<void>((closed) => smtp.close(() => closed()));
});

const kinds = async (): Promise<string[]> =>
  (await stranger.get('/api/notifications')).map(({ kind }: { kind: string }) => kind);

it('buys, sees rent arrive and its notification, and lets a month pass', async () => {
  await stranger.buy(property, 4);
  await stranger.post('/api/notifications/preferences', { topic: 'rent', mail: true });
  await stranger.post('/api/notifications/read', { all: true });
  const { page, wrong } = await signedIn(browser, stranger, 'wide');
  await page.goto(`${program.runtime.url}/sandbox-desk`);
  await page.getByRole('button', { name: 'Pay rent' }).click();
  await page.getByText(/The landlord of Sample Court paid [\d.]+ RLUSD/).waitFor();
  // Over the live feed, without a reload.
  await page.getByRole('link', { name: /^Notifications, \d+ unread$/ }).waitFor();
  await until(kinds, (told) => told.includes('rent-received'), 'the rent');
  await page.getByRole('button', { name: 'Let a month pass' }).click();
  await page.getByRole('button', { name: 'Move the calendar' }).click();
  await page.getByText(/^It is \w+ \d+, \d+ now/).waitFor();
  await expectSound(page, 'the sandbox desk');
  await page.getByRole('link', { name: 'See your notifications' }).click();
  await page
    .getByRole('heading', { name: /of rent arrived$/ })
    .first()
    .waitFor();
  // Notifications count as read after two seconds on the screen.
  await page.getByRole('link', { name: 'Notifications', exact: true }).waitFor();
  await page.getByText('Nothing unread').waitFor();
  await page.goto(`${program.runtime.url}/portfolio`);
  await page.getByRole('heading', { name: 'Positions' }).waitFor();
  expect(wrong).toEqual([]);
  await page.context().close();
});

it('is mailed of rent, where it was asked for, and of nothing else', async () => {
  await until(
    () => mails,
    (sent) => sent.length > 0,
    'the mail',
  );
  expect(mails.map((mail) => /^Subject: (.*)$/m.exec(mail)![1]!.trim())).toEqual(['Tknest: News about your rent']);
  expect(mails[0]).toMatch(/^To: ida@example\.com/m);
  expect(mails[0]).toContain('of rent arrived');
});

it('whose landlord has nothing to pay learns why, and so does whoever asks without a session', async () => {
  expect((await stranger.call('POST', '/api/sandbox/rent', { body: { propertyId: 999 } })).status).toBe(404);
  expect((await program.visitor().call('POST', '/api/sandbox/month')).status).toBe(401);
  expect((await program.visitor().call('POST', '/api/sandbox/rent', { body: { propertyId: property } })).status).toBe(
    401,
  );
});
