import { isValidClassicAddress, isValidXAddress, xAddressToClassicAddress } from 'xrpl';

/** OFAC's notation: "Digital Currency Address - XBT 1A…", for every currency. */
const OFAC = /(?<=Digital Currency Address - [A-Z0-9]+ )[A-Za-z0-9]+/g;
/** Possible XRP Ledger addresses anywhere in a publisher's text. Their checksum decides. */
const LEDGER = /\b[rX][1-9A-HJ-NP-Za-km-z]{24,46}\b/g;

/**
 * Digital currency addresses in the text of an entry; XRP Ledger addresses in their classic form. Source: OFAC FAQ 562.
 */
export function digitalAddressesIn(remarks: string): string[] {
  const named = Array.from(remarks.matchAll(OFAC), ([address]) => address);
  const ledger = Array.from(remarks.matchAll(LEDGER), ([address]) => address).filter(isLedgerAddress);
  return [...new Set([...named, ...ledger].map(classic))];
}

export const isLedgerAddress = (address: string): boolean => isValidClassicAddress(address) || isValidXAddress(address);

const classic = (address: string): string =>
  isValidXAddress(address) ? xAddressToClassicAddress(address).classicAddress : address;
