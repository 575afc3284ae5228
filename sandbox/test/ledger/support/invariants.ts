import { expect } from '@jest/globals';
import type { ClosedLedger } from '../../../src/ledger/chain/ledger.js';
import { directoryPageKey } from '../../../src/ledger/state/keylets.js';
import { add, parseNumber, type TokenNumber, ZERO } from '../../../src/ledger/state/token-number.js';

type Json = Record<string, any>;

const page = (text: string | undefined): bigint => BigInt(`0x${text ?? '0'}`);

/** Everything in a ledger, by kind. */
export class Contents {
  readonly entries: Map<string, Json>;

  constructor(readonly ledger: ClosedLedger) {
    this.entries = new Map([...ledger.state.entries()].map(([index, entry]) => [index, entry as unknown as Json]));
  }

  of(type: string): Json[] {
    return [...this.entries.values()].filter((entry) => entry['LedgerEntryType'] === type);
  }

  /** What all holders of an issuer's tokens hold together. */
  outstanding(issuer: string): TokenNumber {
    return this.of('RippleState').reduce((sum: TokenNumber, line) => {
      const balance = parseNumber(line['Balance'].value);
      if (line['LowLimit'].issuer === issuer) return add(sum, { ...balance, mantissa: -balance.mantissa });
      return line['HighLimit'].issuer === issuer ? add(sum, balance) : sum;
    }, ZERO);
  }
}

/** What has to be true of every ledger, whatever happened in it. */
export function expectSound(contents: Contents): void {
  const { ledger, entries } = contents;
  const drops = contents.of('AccountRoot').reduce((sum, root) => sum + BigInt(root['Balance']), 0n);
  expect(drops).toBe(ledger.header.totalCoins);
  for (const root of contents.of('AccountRoot')) expect(BigInt(root['Balance'])).toBeGreaterThanOrEqual(0n);
  const places = placesOf(contents);
  expectOwnersCounted(contents);
  for (const offer of contents.of('Offer')) {
    expect(places.get(offer['index'])).toEqual(
      new Set([
        `O${offer['Account']} ${page(offer['OwnerNode'])}`,
        `B${offer['BookDirectory']} ${page(offer['BookNode'])}`,
      ]),
    );
    for (const side of ['TakerPays', 'TakerGets'])
      expect(parseNumber(offer[side].value ?? offer[side]).mantissa > 0n).toBe(true);
  }
  for (const check of contents.of('Check'))
    expect(places.get(check['index'])).toEqual(
      new Set([
        `O${check['Account']} ${page(check['OwnerNode'])}`,
        `O${check['Destination']} ${page(check['DestinationNode'])}`,
      ]),
    );
  for (const index of places.keys()) expect(entries.has(index)).toBe(true);
}

/** The position of each entry in directories: the directory, and the number of the page. */
function placesOf(contents: Contents): Map<string, Set<string>> {
  const places = new Map<string, Set<string>>();
  const read = (index: string): Json => contents.entries.get(index)!;
  for (const root of contents.of('DirectoryNode').filter((node) => node['RootIndex'] === node['index'])) {
    const isBook = root['ExchangeRate'] !== undefined;
    if (isBook) expect(root['ExchangeRate'].toUpperCase().padStart(16, '0')).toBe(root['index'].slice(-16));
    const name = isBook ? `B${root['index']}` : `O${root['Owner']}`;
    expect(pagesFrom(contents, root['index']).some(({ node }) => node['Indexes'].length > 0)).toBe(true);
    for (const { node, number } of pagesFrom(contents, root['index']))
      for (const index of node['Indexes']) {
        const found = places.get(index) ?? new Set<string>();
        found.add(`${name} ${number}`);
        places.set(index, found);
        if (isBook) expect(read(index)['BookDirectory']).toBe(root['index']);
      }
  }
  return places;
}

/** The pages of a directory along their chain. */
function pagesFrom({ entries }: Contents, root: string): { node: Json; number: bigint }[] {
  const pages = [];
  for (let number = 0n, first = true; first || number !== 0n; first = false) {
    const node = entries.get(directoryPageKey(root, number))!;
    pages.push({ node, number });
    number = page(node['IndexNext']);
  }
  return pages;
}

function expectOwnersCounted(contents: Contents): void {
  const owned = new Map<string, number>();
  const count = (account: string): void => void owned.set(account, (owned.get(account) ?? 0) + 1);
  for (const type of ['Offer', 'Check', 'Ticket', 'DepositPreauth'])
    for (const entry of contents.of(type)) count(entry['Account']);
  for (const line of contents.of('RippleState')) {
    if (line['Flags'] & 0x10000) count(line['LowLimit'].issuer);
    if (line['Flags'] & 0x20000) count(line['HighLimit'].issuer);
  }
  for (const root of contents.of('AccountRoot'))
    expect([root['Account'], root['OwnerCount']]).toEqual([root['Account'], owned.get(root['Account']) ?? 0]);
}
