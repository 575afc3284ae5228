import { describe, expect, it } from '@jest/globals';
import type { PlatformAccountEvent } from '@tknest/contracts/events';
import { chooseTicket, chooseTickets } from '../accounts/account.decider.js';
import { evolveAccount, noAccount } from '../accounts/account.state.js';
import { TicketsExhausted } from '../accounts/tickets-exhausted.js';
import type { TicketUse } from '@tknest/contracts/rules';
import { purposeText, readPurpose, shareOf, type TicketPurpose } from './tickets.js';

const ID = '2f1d2a53-8f0b-5d7e-9a44-6b1c0c8f7a10';
const PARTS: Record<TicketUse, string[]> = {
  purchase: ['issuance'],
  'fee-refund': ['fee-refund'],
  issuance: ['authorise'],
  redemption: [],
  'xrp-return': [],
  anchor: [],
  payout: ['0', 'rHolder'],
};
const purpose = (use: TicketUse, attempt = 1): TicketPurpose => ({ use, id: ID, part: PARTS[use], attempt });
const numbered = (use: TicketUse, count: number) =>
  Array.from({ length: count }, (_, index) => purposeText(purpose(use, index + 1)));

/** An account with this many tickets, some of them assigned to these purposes. */
function account(tickets: number, assigned: readonly string[] = []) {
  const made = Array.from({ length: tickets }, (_, index) => index + 1);
  const events: PlatformAccountEvent[] = [
    { type: 'TicketsCreated', data: { name: 'issuer', tickets: made, hash: 'h' } },
    ...assigned.map((to, index): PlatformAccountEvent => ({
      type: 'TicketAssigned',
      data: { name: 'issuer', ticket: index + 1, purpose: to },
    })),
  ];
  return events.reduce(evolveAccount, noAccount);
}

describe('what a ticket is for', () => {
  it.each(Object.keys(PARTS) as TicketUse[])('is read again from what the log keeps: %s', (use) => {
    expect(readPurpose(purposeText(purpose(use, 3)))).toEqual(purpose(use, 3));
  });
  it('is written as use, owner, part and attempt', () => {
    expect(purposeText(purpose('purchase'))).toBe(`purchase/${ID}/issuance/1`);
    expect(purposeText(purpose('issuance'))).toBe(`issuance/${ID}/authorise/1`);
    expect(purposeText(purpose('redemption'))).toBe(`redemption/${ID}/1`);
    expect(purposeText({ ...purpose('payout'), id: 'due-1-2026-12-01' })).toBe('payout/due-1-2026-12-01/0/rHolder/1');
    expect(readPurpose('something else')).toBeNull();
  });
});

describe('tickets of an account', () => {
  it('are left to purchases by redemptions and lists, which have a share each', () => {
    const redemptions = account(240, numbered('redemption', 40));
    expect(() => chooseTicket(purposeText(purpose('redemption', 41)), redemptions)).toThrow(TicketsExhausted);
    expect(chooseTickets(numbered('issuance', 200), redemptions).size).toBe(60);
    expect(chooseTicket(purposeText(purpose('purchase')), redemptions)).toBe(41);
    const last = account(240, [
      ...numbered('redemption', 40),
      ...numbered('issuance', 60),
      ...numbered('purchase', 100),
    ]);
    expect(() => chooseTicket(purposeText(purpose('anchor')), last)).toThrow(TicketsExhausted);
    expect(chooseTicket(purposeText(purpose('purchase', 101)), last)).toBe(201);
  });
  it('are not emptied by purchases either: an anchor finds one', () => {
    const sold = account(240, numbered('purchase', 200));
    expect(() => chooseTicket(purposeText(purpose('purchase', 201)), sold)).toThrow(TicketsExhausted);
  });
  it('where there are a few, everybody may have one, and half of them are left to purchases', () => {
    expect(shareOf('anchor', 3)).toBe(1);
    expect(chooseTickets(numbered('issuance', 3), account(3)).size).toBe(1);
    expect(() => chooseTicket(purposeText(purpose('issuance', 2)), account(2, numbered('purchase', 1)))).toThrow(
      TicketsExhausted,
    );
  });
  it('that are about to be assigned count as in use', () => {
    const claimed = new Map(numbered('redemption', 40).map((text, index) => [index + 1, text]));
    expect(() => chooseTicket(purposeText(purpose('redemption', 41)), account(240), claimed)).toThrow(TicketsExhausted);
    expect(chooseTicket(purposeText(purpose('purchase')), account(240), claimed)).toBe(41);
  });
  it('more are asked for where none is free, and not where a use has had its share', () => {
    const mayRefill = (use: TicketUse, state: ReturnType<typeof account>) => {
      try {
        return chooseTicket(purposeText(purpose(use, 999)), state);
      } catch (error) {
        return (error as TicketsExhausted).mayRefill;
      }
    };
    expect(mayRefill('issuance', account(240, numbered('issuance', 60)))).toBe(false);
    expect(mayRefill('issuance', account(240, numbered('purchase', 200)))).toBe(true);
    expect(mayRefill('payout', account(20, numbered('payout', 20)))).toBe(true);
    expect(mayRefill('purchase', account(0))).toBe(true);
  });
  it('windows of payout runs take up to 200 of the escrow’s', () => {
    expect(chooseTickets(numbered('payout', 240), account(240)).size).toBe(200);
  });
});
