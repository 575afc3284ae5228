import { describe, expect, it } from '@jest/globals';
import { sign, verify as verifyWithXrpl } from 'ripple-keypairs';
import { Wallet } from 'xrpl';
import { verifySignature } from '../../src/ledger/codec/verify.js';

const ORDER = BigInt('0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141');

/** r and s of a DER signature, and back. */
function parts(der: string): [bigint, bigint] {
  const bytes = Buffer.from(der, 'hex');
  const r = bytes.subarray(4, 4 + bytes[3]!);
  const s = bytes.subarray(6 + bytes[3]!);
  return [BigInt(`0x${r.toString('hex')}`), BigInt(`0x${s.toString('hex')}`)];
}
function der(r: bigint, s: bigint, pad = ''): string {
  const integer = (n: bigint): string => {
    let hex = n.toString(16);
    if (hex.length % 2) hex = `0${hex}`;
    if (Number.parseInt(hex.slice(0, 2), 16) & 0x80) hex = `00${hex}`;
    hex = pad + hex;
    return `02${(hex.length / 2).toString(16).padStart(2, '0')}${hex}`;
  };
  const body = integer(r) + integer(s);
  return `30${(body.length / 2).toString(16).padStart(2, '0')}${body}`.toUpperCase();
}

describe.each(['ed25519', 'ecdsa-secp256k1'] as const)(
  'signatures of %s keys are judged as ripple-keypairs does',
  (algorithm) => {
    const wallets = Array.from({ length: 12 }, (_, i) =>
      Wallet.fromEntropy(Buffer.from(`key ${i}`.padEnd(16, '.')), { algorithm } as never),
    );
    const judge = async (message: string, signature: string, key: string): Promise<[boolean, boolean]> => {
      let theirs: boolean;
      try {
        theirs = verifyWithXrpl(message, signature, key);
      } catch {
        theirs = false;
      }
      return [await verifySignature(Buffer.from(message, 'hex'), signature, key), theirs];
    };

    it.each(wallets.map((w, i) => [i, w] as const))(
      'key %i: right, altered and foreign signatures',
      async (i, wallet) => {
        const message = Buffer.from(`message ${i}`.repeat(i + 1))
          .toString('hex')
          .toUpperCase();
        const good = sign(message, wallet.privateKey);
        expect(await judge(message, good, wallet.publicKey)).toEqual([true, true]);
        expect(await judge(`${message}00`, good, wallet.publicKey)).toEqual([false, false]);
        expect(await judge(message, good, wallets[(i + 1) % wallets.length]!.publicKey)).toEqual([false, false]);
        for (const place of [0, 1, 3, 10, good.length / 2 - 1]) {
          const bytes = Buffer.from(good, 'hex');
          bytes[place]! ^= 1;
          expect(await judge(message, bytes.toString('hex').toUpperCase(), wallet.publicKey)).toEqual([false, false]);
        }
        for (const cut of ['', good.slice(0, -2), `${good}00`])
          expect(await judge(message, cut, wallet.publicKey)).toEqual([false, false]);
      },
    );
  },
);

describe('a secp256k1 signature has one spelling only', () => {
  const wallet = Wallet.fromEntropy(Buffer.alloc(16, 7), { algorithm: 'ecdsa-secp256k1' } as never);
  const message = Buffer.from('DEADBEEF', 'hex');
  const [r, s] = parts(sign('DEADBEEF', wallet.privateKey));
  const valid = (signature: string): Promise<boolean> => verifySignature(message, signature, wallet.publicKey);

  it('the one with the smaller S is taken', async () => expect(await valid(der(r, s))).toBe(true));
  it('its twin with the larger S is not', async () => expect(await valid(der(r, ORDER - s))).toBe(false));
  it('nor one with needless zeros', async () => expect(await valid(der(r, s, '00'))).toBe(false));
  it('nor one of a key that is no point of the curve', async () =>
    expect(await verifySignature(message, der(r, s), `02${'FF'.repeat(32)}`)).toBe(false));
});
