import { describe, expect, it } from '@jest/globals';
import type { Wallet } from 'xrpl';
import { compare, subtract, type TokenNumber } from '../../src/ledger/state/token-number.js';
import { Contents, expectSound } from './support/invariants.js';
import { QuickLedger } from './support/quick-ledger.js';

type Json = Record<string, any>;

/** The same numbers each time (mulberry32). */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const asNumber = (n: TokenNumber): number => Number(n.mantissa) * 10 ** n.exponent;

/** A market of three things and five people who do whatever comes to their mind. */
class Market {
  readonly ledger = new QuickLedger();
  readonly roll: (below: number) => number;
  readonly usd: Wallet;
  readonly eur: Wallet;
  readonly people: Wallet[];
  readonly results = new Map<string, number>();

  constructor(seed: number, transferRate: number) {
    this.roll = dice(seed);
    [this.usd, this.eur] = this.ledger.fund(1000, 'usd', 'eur') as [Wallet, Wallet];
    this.people = this.ledger.fund(500, 'ann', 'ben', 'cat', 'dan', 'eva');
    for (const issuer of [this.usd, this.eur])
      this.ledger.send(issuer, { TransactionType: 'AccountSet', SetFlag: 8, TransferRate: transferRate });
    for (const person of this.people)
      for (const issuer of [this.usd, this.eur])
        this.ledger.send(person, { TransactionType: 'TrustSet', LimitAmount: this.token(issuer, '100000') });
    this.ledger.close();
    for (const person of this.people)
      for (const issuer of [this.usd, this.eur])
        this.ledger.send(issuer, {
          TransactionType: 'Payment',
          Destination: person.classicAddress,
          Amount: this.token(issuer, '100'),
        });
    this.ledger.close();
  }

  token = (issuer: Wallet, value: string): Json => ({
    currency: issuer === this.usd ? 'USD' : 'EUR',
    issuer: issuer.classicAddress,
    value,
  });

  /** 0: XRP, 1: USD, 2: EUR; about one unit is worth the other, so that offers meet. */
  amount(kind: number): string | Json {
    const units = (this.roll(9_000) + 1_000) / 997;
    if (kind === 0) return String(Math.round(units * 1e5));
    return this.token(kind === 1 ? this.usd : this.eur, (units / 10).toPrecision(15).replace(/0+$/, ''));
  }

  /** One thing that one of them does. */
  act(): void {
    const person = this.people[this.roll(this.people.length)]!;
    const [first, step] = [this.roll(3), 1 + this.roll(2)];
    const [TakerPays, TakerGets] = [this.amount(first), this.amount((first + step) % 3)];
    const kind = this.roll(10);
    const other = this.people[this.roll(this.people.length)]!.classicAddress;
    const sequence = 1 + this.roll(this.ledger.node.open.index);
    const tx: Json =
      kind < 6
        ? {
            TransactionType: 'OfferCreate',
            TakerPays,
            TakerGets,
            Flags: [0, 0, 0, 0x10000, 0x20000, 0x40000, 0x80000][this.roll(7)],
          }
        : kind === 6
          ? { TransactionType: 'OfferCancel', OfferSequence: sequence }
          : kind === 7
            ? { TransactionType: 'Payment', Destination: other, Amount: this.amount(1 + this.roll(2)), Flags: 0x20000 }
            : kind === 8
              ? {
                  TransactionType: 'Payment',
                  Destination: other,
                  Amount: TakerPays,
                  SendMax: TakerGets,
                  Flags: 0x20000,
                  Paths: [[{ currency: 'XRP' }]],
                }
              : { TransactionType: 'CheckCreate', Destination: other, SendMax: TakerPays };
    if (tx['Paths'] && (typeof TakerPays === 'string' || typeof TakerGets === 'string')) delete tx['Paths'];
    const result = this.ledger.send(person, tx);
    this.results.set(
      `${tx['TransactionType']} ${result}`,
      (this.results.get(`${tx['TransactionType']} ${result}`) ?? 0) + 1,
    );
  }

  /** Everybody tries to cash what was written out to them. */
  cash(contents: Contents): void {
    for (const check of contents.of('Check')) {
      const person = this.people.find((p) => p.classicAddress === check['Destination'])!;
      const most = check['SendMax'];
      const least = typeof most === 'string' ? '1' : { ...most, value: '0.0001' };
      this.ledger.send(person, { TransactionType: 'CheckCash', CheckID: check['index'], DeliverMin: least });
    }
  }
}

describe.each([
  ['without a transfer fee', 1_000_000_000],
  ['with a transfer fee of 0.3 %', 1_003_000_000],
])('an exchange where anybody does anything, %s', (_name, rate) => {
  it.each([1, 2, 3])('keeps every ledger sound and makes nothing out of nothing (seed %i)', (seed) => {
    const market = new Market(seed, rate);
    const issued = new Contents(market.ledger.node.validated).outstanding(market.usd.classicAddress);
    let before = issued;
    for (let round = 0; round < 25; round++) {
      for (let i = 0; i < 16; i++) market.act();
      const contents = new Contents(market.ledger.close());
      expectSound(contents);
      const now = contents.outstanding(market.usd.classicAddress);
      // A fee takes tokens out of the world; rounding alone may move the last of sixteen digits either way.
      expect(asNumber(subtract(now, before))).toBeLessThan(1e-9);
      if (rate === 1_000_000_000) expect(Math.abs(asNumber(subtract(now, before)))).toBeLessThan(1e-9);
      before = now;
      if (round % 8 === 7) market.cash(contents);
    }
    expectSound(new Contents(market.ledger.close()));
    if (rate > 1_000_000_000) expect(compare(before, issued)).toBeLessThan(0);
    for (const wanted of [
      'OfferCreate tesSUCCESS',
      'OfferCreate tecKILLED',
      'OfferCancel tesSUCCESS',
      'Payment tesSUCCESS',
    ])
      expect(market.results.get(wanted)).toBeGreaterThan(3);
  });
});

describe('who crosses offers', () => {
  it.each([1, 2, 3])('never pays more than it offered for each unit (seed %i)', (seed) => {
    const market = new Market(seed, 1_000_000_000);
    const { ledger } = market;
    let crossed = 0;
    for (let i = 0; i < 150; i++) {
      const person = market.people[market.roll(5)]!;
      const pays = market.roll(2) === 0;
      const [token, drops] = [market.amount(1) as Json, market.amount(0) as string];
      const [TakerPays, TakerGets] = pays ? [token, drops] : [drops, token];
      const held = (contents: Contents): [bigint, number] => {
        const root = contents.of('AccountRoot').find((r) => r['Account'] === person.classicAddress)!;
        const line = contents
          .of('RippleState')
          .find((l) => l['Balance'].currency === 'USD' && JSON.stringify(l).includes(person.classicAddress));
        return [BigInt(root['Balance']), Math.abs(Number(line!['Balance'].value))];
      };
      const before = held(new Contents(ledger.node.validated));
      ledger.send(person, { TransactionType: 'OfferCreate', TakerPays, TakerGets, Flags: 0x20000 * market.roll(2) });
      const after = held(new Contents(ledger.close()));
      const [xrp, usd] = [Number(after[0] - before[0]) + 10, after[1] - before[1]];
      if (xrp === 0 && Math.abs(usd) < 1e-12) continue;
      crossed++;
      const limit = Number(drops) / Number(token['value']);
      // What is given in drops is rounded up to whole ones.
      if (pays) expect(-xrp).toBeLessThanOrEqual(usd * limit + 1.000001);
      else expect(xrp).toBeGreaterThanOrEqual(-usd * limit - 1.000001);
    }
    expect(crossed).toBeGreaterThan(20);
  });
});

describe('who buys tokens it has no line for', () => {
  it('gets one that trusts with nothing, owns it, and may spend its reserve on them', () => {
    const ledger = new QuickLedger();
    const [issuer, seller] = ledger.fund(100, 'issuer', 'seller') as [Wallet, Wallet];
    const [buyer] = ledger.fund(2, 'buyer') as [Wallet];
    const token = (value: string): Json => ({ currency: 'USD', issuer: issuer.classicAddress, value });
    ledger.send(seller, { TransactionType: 'TrustSet', LimitAmount: token('100') });
    ledger.close();
    ledger.send(issuer, { TransactionType: 'Payment', Destination: seller.classicAddress, Amount: token('10') });
    ledger.close();
    ledger.send(seller, { TransactionType: 'OfferCreate', TakerPays: '10000000', TakerGets: token('10') });
    ledger.close();
    const bid = { TransactionType: 'OfferCreate', TakerPays: token('5'), TakerGets: '5000000', Flags: 0x20000 };
    expect(ledger.send(buyer, bid)).toBe('tesSUCCESS');
    const contents = new Contents(ledger.close());
    expectSound(contents);
    const line = contents.of('RippleState').find((l) => JSON.stringify(l).includes(buyer.classicAddress))!;
    // 2 XRP less the fee: all above the base reserve, although the line will ask for 0.2 more.
    expect(Math.abs(Number(line['Balance'].value))).toBeCloseTo(0.99999, 9);
    expect([line['LowLimit'].value, line['HighLimit'].value]).toEqual(['0', '0']);
    const root = contents.of('AccountRoot').find((r) => r['Account'] === buyer.classicAddress)!;
    expect(root).toMatchObject({ Balance: '1000000', OwnerCount: 1 });
  });
});
