import { describe, expect, it } from '@jest/globals';
import { parseUsAddress } from './parse-address.js';

describe('reading a US address', () => {
  it.each([
    [
      '12 Main St, Springfield, IL 62701',
      { number: '12', street: 'MAIN ST', city: 'SPRINGFIELD', state: 'IL', zip: '62701' },
    ],
    ['  12  main st. ,springfield,il  62701-1234 ', { street: 'MAIN ST', zip: '62701' }],
    ['350 5th Ave Apt 4B, New York, NY 10118, USA', { street: '5TH AVE', city: 'NEW YORK' }],
    ['350 5th Ave, Suite 300, New York, NY 10118', { street: '5TH AVE' }],
    ["1 O'Neil Ct, St. Paul, MN 55101", { street: "O'NEIL CT", city: 'ST. PAUL' }],
  ])('%s', (line, expected) => {
    expect(parseUsAddress(line)).toMatchObject(expected);
  });

  it.each([
    '',
    '12',
    'PO Box 12',
    '12 Main St Springfield IL 62701',
    '12 Main St, Springfield, IL',
    '12 9999, Springfield, IL 62701',
  ])('not an address: %s', (line) => {
    expect(parseUsAddress(line)).toBeUndefined();
  });
});
