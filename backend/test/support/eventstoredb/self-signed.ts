import { generateKeyPairSync, sign } from 'node:crypto';

const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'));
const NAME = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('localhost')))));
const time = (text: string) => der(0x17, Buffer.from(text));

/** A certificate for localhost and its key (PEM), made for each test, so that the repository has no secrets. */
export function selfSigned(): { certificate: Buffer; key: Buffer } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const localhost = sequence(der(0x82, Buffer.from('localhost')));
  const altNames = sequence(oid('551d11'), der(0x04, localhost));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    NAME,
    sequence(time('250101000000Z'), time('491231235959Z')),
    NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(altNames)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const base64 = sequence(body, ECDSA_SHA256, signature).toString('base64').replace(/.{64}/g, '$&\n');
  return {
    certificate: Buffer.from(`-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`),
    key: Buffer.from(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  };
}
