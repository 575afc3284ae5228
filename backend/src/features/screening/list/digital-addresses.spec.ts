import { describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { Screener } from '../screener.js';
import { digitalAddressesIn } from './digital-addresses.js';
import { readLists } from './list-files.js';
import { filesIn } from './list-places.js';

const WALLET = 'rnXyVQzgxZe7TR1EPzTkGj2jxH4LMJYh66';
const none = () => undefined;

describe('digital currency addresses in what a list says', () => {
  it('are kept of every currency; those of the XRP Ledger in their classic form', () => {
    const remarks =
      'DOB 1 Jan 1980; Digital Currency Address - XBT 1EYitrwBRNEwrQvCSLEzdDtcUJvQ6pxGHH; ' +
      `alt. Digital Currency Address - XRP ${WALLET}; Digital Currency Address - XRP XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb.`;
    expect(digitalAddressesIn(remarks)).toEqual([
      '1EYitrwBRNEwrQvCSLEzdDtcUJvQ6pxGHH',
      WALLET,
      'rGWrZyQqhTp9Xu7G5Pkayo7bXjH4k4QYpf',
    ]);
  });
  it('are found in free text too, where the checksum says that they are addresses', () => {
    expect(digitalAddressesIn(`Uses the wallet ${WALLET}, and roughlyspokenAccountNumbers12345`)).toEqual([WALLET]);
    expect(digitalAddressesIn(`Uses the wallet ${WALLET.replace('66', '67')}`)).toEqual([]);
  });
  it('of the list of 2024-05 name one wallet on this ledger', async () => {
    const lists = await readLists(filesIn(path.resolve('sandbox/data/sanctions/ofac-2024-05-03')), new Date(), none);
    const screener = await Screener.of(lists, lists[0]!, none);
    expect(screener.ledgerAddresses).toEqual([WALLET]);
    expect(screener.partiesOf(WALLET).map(({ entityNumber }) => entityNumber)).toEqual(['33854']);
    expect(screener.partiesOf('rPEPPER7kfTD9w2To4CQk6UCfuHM9c6GDY')).toEqual([]);
  });
});
