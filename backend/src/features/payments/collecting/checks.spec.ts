import { describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import { ACCOUNT_FLAG, type AccountFacts, type LineFacts } from '#platform/ledger/ledger-port.js';
import type { PaymentKind } from '@tknest/contracts/events';
import type { Paying } from '#features/identity/rules.public.js';
import { MemoryEventStore } from '#platform/event-store/memory/memory-event-store.js';
import { isPrevented, moneyObjection, type Terms } from './checks.js';
import type { LedgerPorts } from './obstacles.js';

const [PAYER, PAYEE, FEES] = ['rPayer', 'rOwner', 'rFees'] as const;
const [RLUSD_ISSUER, ISSUER, ESCROW] = ['rRlusd', 'rIssuer', 'rEscrow'] as const;
const TERMS: Terms = {
  kind: 'property_purchase',
  payer: PAYER,
  payee: PAYEE,
  amount: 500_000_000n,
  platformFee: 12_500_000n,
  tokens: 5,
  propertyId: 1,
};
const LINE: LineFacts = {
  balance: '1000',
  limit: '1000000000',
  authorized: true,
  frozen: false,
  deepFrozen: false,
  issuerNoRipple: true,
};

/** Payees that were refused, with who asked and for how much. */
const refused: unknown[] = [];

interface Made {
  /** The payer's XRP balance, in drops. */
  xrp?: bigint;
  flags?: Record<string, keyof typeof ACCOUNT_FLAG>;
  /** Trust lines by `holder/currency`. */
  lines?: Record<string, Partial<LineFacts>>;
  preauthorized?: boolean;
  /** Of RLUSD's issuer. */
  transferFee?: number;
  /** Wallets that compliance holds. */
  held?: readonly string[];
}

function ledgerWith({
  flags = {},
  lines = {},
  preauthorized = false,
  xrp = 100_000_000n,
  held = [],
  transferFee = 0,
}: Made): LedgerPorts {
  const flagsOf = (address: string) => (flags[address] ? ACCOUNT_FLAG[flags[address]] : 0);
  return {
    store: new MemoryEventStore(),
    ledger: {
      account: async (address: string): Promise<Partial<AccountFacts>> => ({
        address,
        balance: xrp,
        ownerCount: 2,
        flags: flagsOf(address),
        transferFee: address === RLUSD_ISSUER ? transferFee : 0,
      }),
      line: async (holder: string, _: string, currency: string) => ({ ...LINE, ...lines[`${holder}/${currency}`] }),
      depositAuthorized: async () => preauthorized,
      reserves: async () => ({ base: 1_000_000n, increment: 200_000n }),
      fee: async () => 10n,
    },
    accounts: { address: async (name: string) => (name === 'payoutEscrow' ? ESCROW : ISSUER) },
    refused: async (...attempt: unknown[]) => void refused.push(attempt),
    paidTo: async (wallet: string, paying: Paying) =>
      held.includes(wallet) ? (paying === 'new' ? 'nobody' : 'escrow') : 'wallet',
    settings: { rlusdIssuer: RLUSD_ISSUER, maxNetworkFeeDrops: 50_000n },
  } as unknown as LedgerPorts;
}
const [token, rlusd] = [CURRENCY.token, CURRENCY.rlusd];

describe('a fee waits, and its payer owes nothing, while somebody else prevents it', () => {
  const fee = { payer: PAYER, feeWallet: FEES, platformFee: 12_500_000n };
  it.each<[string, Made]>([
    ['the issuer of RLUSD froze everything', { flags: { [RLUSD_ISSUER]: 'globalFreeze' } }],
    ['the issuer of RLUSD froze the payer', { lines: { [`${PAYER}/${rlusd}`]: { frozen: true } } }],
    ['the issuer of RLUSD froze the fee wallet', { lines: { [`${FEES}/${rlusd}`]: { deepFrozen: true } } }],
    ['the fee wallet is full', { lines: { [`${FEES}/${rlusd}`]: { limit: '1000' } } }],
    ['the fee wallet takes deposits of some only', { flags: { [FEES]: 'depositAuth' } }],
  ])('%s', async (_, made) => expect(await isPrevented(ledgerWith(made), fee)).toBe(true));
  it.each<[string, Made]>([
    ['nothing is wrong', {}],
    ['the payer’s own settings are', { flags: { [PAYER]: 'globalFreeze' } }],
    ['the fee wallet has a regular freeze, and still receives', { lines: { [`${FEES}/${rlusd}`]: { frozen: true } } }],
  ])('but not where %s', async (_, made) => expect(await isPrevented(ledgerWith(made), fee)).toBe(false));
});

describe('settings that a payment would meet are told before money moves', () => {
  it.each<[string, string, Made]>([
    ['DepositAuth', PAYER, { flags: { [PAYER]: 'depositAuth' } }],
    ['RequireDestTag', PAYER, { flags: { [PAYER]: 'requireDestTag' } }],
    ['QualityIn', PAYER, { lines: { [`${PAYER}/${token}`]: { qualityIn: 900_000_000 } } }],
    ['QualityIn', PAYER, { lines: { [`${PAYER}/${token}`]: { qualityOut: 1_100_000_000 } } }],
    ['DeepFreeze', PAYER, { lines: { [`${PAYER}/${rlusd}`]: { holderFrozen: true, holderDeepFrozen: true } } }],
    ['DepositAuth', PAYEE, { flags: { [PAYEE]: 'depositAuth' } }],
    ['RequireDestTag', PAYEE, { flags: { [PAYEE]: 'requireDestTag' } }],
    ['GlobalFreeze', PAYEE, { flags: { [PAYEE]: 'globalFreeze' } }],
    ['Freeze', PAYEE, { lines: { [`${PAYEE}/${rlusd}`]: { holderFrozen: true } } }],
    ['QualityIn', PAYEE, { lines: { [`${PAYEE}/${rlusd}`]: { qualityIn: 900_000_000 } } }],
    ['Limit', PAYEE, { lines: { [`${PAYEE}/${rlusd}`]: { limit: '1400' } } }],
  ])('%s of %s', async (setting, wallet, made) => {
    const objection = await moneyObjection(ledgerWith(made), TERMS);
    expect(objection?.obstacles).toEqual([{ setting, wallet, help: expect.stringMatching(/\.$/) }]);
  });

  it.each<[string, Made]>([
    ['payer-frozen', { lines: { [`${PAYER}/${rlusd}`]: { frozen: true } } }],
    ['rlusd-frozen', { flags: { [RLUSD_ISSUER]: 'globalFreeze' } }],
    ['rlusd-charges', { transferFee: 2_000_000 }],
    ['payee-cannot-receive', { lines: { [`${PAYEE}/${rlusd}`]: { deepFrozen: true, frozen: true } } }],
  ])('what only the issuer of RLUSD can change names no setting of a wallet: %s', async (code, made) => {
    const objection = await moneyObjection(ledgerWith(made), TERMS);
    expect(objection).toMatchObject({ code });
    expect(objection?.obstacles).toBeUndefined();
  });

  it.each<[string, Made]>([
    [
      'a payee with DepositAuth who preauthorized the payer',
      { flags: { [PAYEE]: 'depositAuth' }, preauthorized: true },
    ],
    ['a preauthorized issuer', { flags: { [PAYER]: 'depositAuth' }, preauthorized: true }],
    [
      'a payer’s own freeze, which stops nothing that it sends',
      { lines: { [`${PAYER}/${rlusd}`]: { holderFrozen: true } } },
    ],
    ['a frozen payee, who still receives', { lines: { [`${PAYEE}/${rlusd}`]: { frozen: true } } }],
    [
      'a line that is too small, which a trust-line request mends',
      { lines: { [`${PAYER}/${token}`]: { limit: '1' } } },
    ],
  ])('nothing stands against %s', async (_, made) => {
    expect(await moneyObjection(ledgerWith(made), TERMS)).toBeNull();
  });

  it('a balance that is too small is told with the fee, if there is one', async () => {
    const poor = ledgerWith({ lines: { [`${PAYER}/${rlusd}`]: { balance: '120' } } });
    const told = async (platformFee: bigint) => (await moneyObjection(poor, { ...TERMS, platformFee }))?.message;
    const holds = 'Your wallet holds 120.00 RLUSD but needs';
    expect(await told(12_500_000n)).toBe(`${holds} 512.50 RLUSD (500.00 and a fee of 12.50)`);
    expect(await told(0n)).toBe(`${holds} 500.00 RLUSD`);
  });

  it('the XRP of a fast payment’s higher network fees is needed too', async () => {
    const terms: Terms = { ...TERMS, kind: 'rlusd_payment', tokens: null };
    expect(await moneyObjection(ledgerWith({ xrp: 199n }), terms)).toBeNull();
    expect(await moneyObjection(ledgerWith({ xrp: 199n }), { ...terms, priority: 'fast' })).toMatchObject({
      code: 'payer-xrp',
      message: 'Your wallet needs 0.0002 XRP for network fees and reserves',
    });
  });

  it('a payment that buys no tokens does not ask whether they could be received', async () => {
    const made: Made = { flags: { [PAYER]: 'requireDestTag' } };
    expect(await moneyObjection(ledgerWith(made), { ...TERMS, kind: 'rlusd_payment', tokens: null })).toBeNull();
  });
});

describe('who is paid is asked for every kind of payment', () => {
  const terms = (kind: PaymentKind, payee: string = PAYEE): Terms => ({ ...TERMS, kind, payee });
  const held = { held: [PAYEE] };

  it.each<[PaymentKind, string]>([
    ['property_purchase', 'sale-paused'],
    ['rlusd_payment', 'payee-suspended'],
    ['principal_payback', 'payee-cannot-receive'],
    ['refund', 'payee-cannot-receive'],
    ['deposit', 'payee-suspended'],
  ])('%s reaches no suspended wallet', async (kind, code) => {
    refused.length = 0;
    expect(await moneyObjection(ledgerWith(held), terms(kind))).toMatchObject({ code });
    expect(refused).toEqual([[PAYEE, PAYER, TERMS.amount]]);
    expect(await moneyObjection(ledgerWith({}), terms(kind))).toBeNull();
  });

  it('whoever repays a holder is told the same about a suspended wallet as about one that cannot receive', async () => {
    const told = (made: Made) => moneyObjection(ledgerWith(made), terms('principal_payback'));
    const suspended = await told(held);
    expect(suspended?.message).toContain('Repay to the payout escrow');
    expect(await told({ lines: { [`${PAYEE}/${rlusd}`]: { deepFrozen: true } } })).toEqual(suspended);
    expect(await told({ flags: { [PAYEE]: 'requireDestTag' } })).toEqual(suspended);
  });

  it('about the escrow they are told the reason', async () => {
    const frozen = { lines: { [`${ESCROW}/${rlusd}`]: { deepFrozen: true } } };
    const objection = await moneyObjection(ledgerWith(frozen), terms('principal_payback', ESCROW));
    expect(objection?.message).toContain('deep-frozen by the issuer');
  });
});
