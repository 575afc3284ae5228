import { isIP } from 'node:net';

/** An address, or one with the length of its prefix: `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address, prefix, ...more] = text.split('/');
  const bits = isIP(address!) === 6 ? 128 : 32;
  return (
    more.length === 0 && isIP(address!) > 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && +prefix <= bits))
  );
}
