import { beforeEach, describe, expect, it } from '@jest/globals';
import { CURRENCY } from '@tknest/contracts/rules';
import type { Wallet } from 'xrpl';
import { domainOf, missingTransactions } from '../../backend/src/features/platform-accounts/accounts/account-plan.js';
import { feesOf, readAccount } from '../src/ledger/state/accounts.js';
import { checkKey } from '../src/ledger/state/keylets.js';
import { formatNumber } from '../src/ledger/state/token-number.js';
import { balanceOn, readLine, sideOf } from '../src/ledger/state/trust-lines.js';
import { QuickLedger } from './ledger/support/quick-ledger.js';

type Json = Record<string, unknown>;

const TF_SET_AUTH = 0x00010000;
const GLOBAL_FREEZE = 7;
const CLEAR = 'ClearFlag';

describe("the platform's token and the ledger's own exchange", () => {
  let ledger: QuickLedger;
  let issuer: Wallet;
  let ann: Wallet;
  let ben: Wallet;

  /** The issuer as the platform sets it up, and two investors whose lines it authorized; ann was issued 40. */
  beforeEach(() => {
    ledger = new QuickLedger();
    [issuer, ann, ben] = ledger.fund(1000, 'issuer', 'ann', 'ben') as [Wallet, Wallet, Wallet];
    for (const tx of issuerSetUp()) expect(ledger.send(issuer, tx)).toBe('tesSUCCESS');
    ledger.close();
    expect(issuerSetUp()).toEqual([]);
    for (const holder of [ann, ben])
      expect(ledger.send(holder, { TransactionType: 'TrustSet', LimitAmount: token('500') })).toBe('tesSUCCESS');
    ledger.close();
    for (const holder of [ann, ben]) {
      const LimitAmount = { ...token('0'), issuer: holder.classicAddress };
      expect(ledger.send(issuer, { TransactionType: 'TrustSet', LimitAmount, Flags: TF_SET_AUTH })).toBe('tesSUCCESS');
    }
    expect(ledger.send(issuer, pay(ann, token('40')))).toBe('tesSUCCESS');
    ledger.close();
  });

  function issuerSetUp(): Json[] {
    const { state } = ledger.node.open;
    const root = readAccount(state, issuer.classicAddress)!;
    const { reserveBase: base, reserveIncrement: increment } = feesOf(state);
    const account = {
      address: issuer.classicAddress,
      balance: BigInt(root.Balance),
      sequence: root.Sequence,
      ownerCount: root.OwnerCount,
      flags: root.Flags,
      regularKey: root.RegularKey ?? null,
      domain: root.Domain,
      tickets: root.TicketCount ?? 0,
    };
    const seen = { account, hasRlusdLine: false, freeTickets: account.tickets };
    return missingTransactions(
      'issuer',
      seen,
      { base, increment },
      {
        rlusdIssuer: issuer.classicAddress,
        domain: domainOf('https://tknest.example'),
      },
    );
  }

  const token = (value: string): { currency: string; issuer: string; value: string } => ({
    currency: CURRENCY.token,
    issuer: issuer.classicAddress,
    value,
  });
  const pay = (to: Wallet, Amount: unknown, more: Json = {}): Json => ({
    TransactionType: 'Payment',
    Destination: to.classicAddress,
    Amount,
    ...more,
  });
  const sell = (value: string, drops: string): Json => ({
    TransactionType: 'OfferCreate',
    TakerPays: drops,
    TakerGets: token(value),
  });
  const held = (holder: Wallet): string => {
    const line = readLine(ledger.node.open.state, holder.classicAddress, issuer.classicAddress, CURRENCY.token)!;
    return formatNumber(balanceOn(line, sideOf(holder.classicAddress, issuer.classicAddress)));
  };
  /** As the issuer was before it froze everything. */
  const thaw = (): void => {
    expect(ledger.send(issuer, { TransactionType: 'AccountSet', [CLEAR]: GLOBAL_FREEZE })).toBe('tesSUCCESS');
    ledger.close();
  };

  /** As the platform's next start leaves it. */
  const freezeAgain = (): void => {
    ledger.close();
    for (const tx of issuerSetUp()) expect(ledger.send(issuer, tx)).toBe('tesSUCCESS');
    ledger.close();
  };

  it('no holder can offer it for sale, and nobody can bid for it', () => {
    expect(ledger.send(ann, sell('10', '50000000'))).toBe('tecFROZEN');
    const bid = { TransactionType: 'OfferCreate', TakerPays: token('10'), TakerGets: '50000000' };
    expect(ledger.send(ben, bid)).toBe('tecFROZEN');
  });

  it('no holder can write a check of it, nor cash one from before', () => {
    const write = { TransactionType: 'CheckCreate', Destination: ben.classicAddress, SendMax: token('5') };
    expect(ledger.send(ann, write)).toBe('tecFROZEN');
    thaw();
    const CheckID = checkKey(ann.classicAddress, readAccount(ledger.node.open.state, ann.classicAddress)!.Sequence);
    expect(ledger.send(ann, write)).toBe('tesSUCCESS');
    freezeAgain();
    expect(ledger.send(ben, { TransactionType: 'CheckCash', CheckID, Amount: token('5') })).toBe('tecPATH_PARTIAL');
    expect(held(ben)).toBe('0');
  });

  it('an offer from before the freeze is taken by no offer and no payment, and is after it', () => {
    thaw();
    expect(ledger.send(ann, sell('10', '50000000'))).toBe('tesSUCCESS');
    freezeAgain();
    const through = pay(ben, token('1'), { SendMax: '10000000' });
    expect(ledger.send(ben, through)).toBe('tecPATH_DRY');
    expect(ledger.send(ann, pay(ben, '1000000', { SendMax: token('1') }))).toBe('tecPATH_DRY');
    const bid = { TransactionType: 'OfferCreate', TakerPays: token('10'), TakerGets: '50000000' };
    expect(ledger.send(ben, bid)).toBe('tecFROZEN');
    ledger.close();
    expect([held(ann), held(ben)]).toEqual(['40', '0']);
    thaw();
    expect(ledger.send(ben, bid)).toBe('tesSUCCESS');
    expect([held(ann), held(ben)]).toEqual(['30', '10']);
  });

  it('issuing, by ticket as well, clawback, new lines and their authorisation go on', () => {
    expect(ledger.send(issuer, pay(ben, token('3')))).toBe('tesSUCCESS');
    const root = readAccount(ledger.node.open.state, issuer.classicAddress)!;
    expect(root.TicketCount).toBeGreaterThan(200);
    const TicketSequence = root.Sequence - 5;
    expect(ledger.send(issuer, pay(ben, token('2'), { Sequence: 0, TicketSequence }))).toBe('tesSUCCESS');
    const Amount = { ...token('15'), issuer: ann.classicAddress };
    expect(ledger.send(issuer, { TransactionType: 'Clawback', Amount })).toBe('tesSUCCESS');
    expect([held(ann), held(ben)]).toEqual(['25', '5']);
    const [cat] = ledger.fund(100, 'cat') as [Wallet];
    expect(ledger.send(cat, { TransactionType: 'TrustSet', LimitAmount: token('500') })).toBe('tesSUCCESS');
    expect(ledger.send(issuer, pay(cat, token('1')))).toBe('tecPATH_DRY');
    const LimitAmount = { ...token('0'), issuer: cat.classicAddress };
    expect(ledger.send(issuer, { TransactionType: 'TrustSet', LimitAmount, Flags: TF_SET_AUTH })).toBe('tesSUCCESS');
    expect(ledger.send(issuer, pay(cat, token('1')))).toBe('tesSUCCESS');
  });
});
