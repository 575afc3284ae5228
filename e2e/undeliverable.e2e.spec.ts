import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { describeWhereFull } from '../backend/test/support/how-much.js';
import { until, type Person } from '../scripts/lib/platform-client.mjs';
import { expectNoSidewaysScroll, launchBrowser, signedIn } from './support/browser.js';
import { sendPastThePlatform, sequenceOf, untilValidated } from './support/own-transactions.js';
import { Program } from './support/program.js';
import { SHORT_LIST } from './support/short-list.js';

const ASF_DEPOSIT_AUTH = 9;
const PACE_MS = 200;
/** If set, the folder for screenshots of the pages. */
const PICTURES = process.env.PICTURES;

describeWhereFull('a buyer whose wallet refuses what it has paid for', () => {
  const program = new Program(SHORT_LIST);
  let browser: Browser;
  let [landlord, buyer]: Person[] = [];
  let property: { id: number };
  let paymentId: string;
  beforeAll(async () => {
    [browser] = await Promise.all([launchBrowser(), program.start()]);
    await pace(PACE_MS);
    landlord = await program.personOf('landlord').signIn('landlord');
    await landlord.verify('landlord');
    property = await landlord.list();
    buyer = await (await program.newPerson({ xrp: 100, rlusd: 10_000 })).signIn('investor');
    await buyer.verify('investor');
  });
  afterAll(async () => {
    await browser?.close();
    await program.remove();
  });

  const pace = (closeEveryMs: number | null) => program.sandbox.post('/control/ledger', { closeEveryMs });
  const setting = (on: boolean, more = {}) =>
    sendPastThePlatform(program, buyer!, {
      TransactionType: 'AccountSet',
      [on ? 'SetFlag' : 'ClearFlag']: ASF_DEPOSIT_AUTH,
      ...more,
    });
  const buy = () => buyer!.call('POST', `/api/properties/${property.id}/purchase`, { body: { tokensToPurchase: 5 } });
  const follow = (holds: (payment: any) => boolean, what: string) => until(() => buyer!.status(paymentId), holds, what);

  /** Checks the page as a person sees it, wide and on a phone, light and dark. */
  async function look(person: Person, at: string, words: RegExp, name: string): Promise<void> {
    for (const width of ['wide', 'phone'] as const)
      for (const scheme of ['light', 'dark'] as const) {
        const { page, context, wrong } = await signedIn(browser, person, width, scheme);
        await page.goto(program.runtime.url + at);
        await page.getByText(words).first().waitFor();
        await expectNoSidewaysScroll(page, `${name} ${width}`);
        if (PICTURES) {
          mkdirSync(PICTURES, { recursive: true });
          await page.screenshot({ path: path.join(PICTURES, `${name}-${width}-${scheme}.png`) });
        }
        expect(wrong).toEqual([]);
        await context.close();
      }
  }

  it('is told before anything is paid, with the setting and what to do', async () => {
    expect((await buyer!.buy(property.id, 1)).status).toBe('completed');
    await untilValidated(program, await setting(true));
    expect(await buy()).toMatchObject({
      status: 409,
      body: { obstacles: [{ setting: 'DepositAuth', wallet: buyer!.address, help: expect.any(String) }] },
    });
    await untilValidated(program, await setting(false));
  });

  it('is waited for where the setting came after the signature, and sees why and until when', async () => {
    const { body } = await buy();
    paymentId = body.paymentId;
    await pace(null);
    try {
      for (const { payloadUuid } of body.signRequests) await program.sandbox.sign(buyer!.address, payloadUuid);
      const submitted = ({ legs }: any) =>
        legs.some((one: any) => one.leg === 'recipient' && one.state === 'submitted');
      await follow(submitted, 'submission');
      await setting(true, { Sequence: (await sequenceOf(program, buyer!.address)) + 1 });
      await program.sandbox.ledger('ledger_accept');
    } finally {
      await pace(PACE_MS);
    }
    const waiting = await follow(({ status }) => status === 'settling', 'the wallet to be found refusing');
    expect(waiting).toMatchObject({
      undeliverable: { reason: 'deposit-auth', until: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) },
      owedBack: null,
    });
    await look(buyer!, `/dashboard?payment=${paymentId}`, /Turn DepositAuth off/, 'undeliverable');
  });

  it('keeps nobody’s sale open: closed at once, the loan of the others begins, the payment is owed back', async () => {
    const closed = await landlord!.post(`/api/properties/${property.id}/close`);
    expect(closed).toMatchObject({ delivering: 0, status: 'closed', tokensSold: 1 });
    const loan = await until(
      () => landlord!.get(`/api/properties/${property.id}`),
      ({ loanPrincipal }) => loanPrincipal !== null,
      'the loan',
    );
    expect(loan).toMatchObject({ loanStatus: 'current', loanPrincipal: 100 });
    expect(await buyer!.status(paymentId)).toMatchObject({
      status: 'failed',
      undeliverable: null,
      owedBack: { by: landlord!.address, amount: '500', status: 'due', dueOn: expect.any(String) },
    });
    await look(buyer!, `/dashboard?payment=${paymentId}`, /Your payment arrived/, 'owed-back');
    await look(buyer!, '/dashboard', /owes you 500\.00 RLUSD back, due/, 'investor-home');
    await look(landlord!, '/dashboard', /Pay it back by/, 'landlord-home');
  });

  it('is paid back to the escrow while its wallet refuses RLUSD too, and from there once it takes it', async () => {
    const held = async () => Number(await program.onLedger(buyer!.address, 'rlusd'));
    const before = await held();
    const begun = await landlord!.call('POST', `/api/rlusd/payments/${paymentId}/refund`);
    expect(begun.status).toBe(202);
    expect(await landlord!.seeThrough(begun.body.paymentId)).toMatchObject({ status: 'completed' });
    expect(await buyer!.status(paymentId)).toMatchObject({ status: 'failed', owedBack: { status: 'paid' } });
    const waits = () => buyer!.get('/api/payouts/unclaimed');
    await until(waits, (lines) => lines.length === 1, 'what is unclaimed');
    expect(await held()).toBe(before);
    await untilValidated(program, await setting(false));
    await until(held, (now) => now === before + 500, 'the refund');
    expect(Number(await program.onLedger(buyer!.address, 'token'))).toBe(1);
  });
});
