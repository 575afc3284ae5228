import { describe, expect, it } from '@jest/globals';
import { checkpointText, originOf, readCheckpoint } from './checkpoint.js';
import { openNote, signerOf, signNote, verifierKey } from './note.js';

const SEED = Buffer.alloc(32, 7);
const signer = signerOf('tknest/rIssuer', SEED);
const checkpoint = { origin: originOf('rIssuer'), size: 42, root: Buffer.alloc(32, 9) };

describe('a signed note', () => {
  it('has the published key and signature of RFC 8032, test 1', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    const { publicKey } = signerOf('one', seed);
    expect(publicKey.toString('hex')).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
  });
  it('is opened with the key that signed it, and holds what was signed', () => {
    const note = signNote(checkpointText(checkpoint), signer);
    expect(note.split('\n')[4]).toMatch(/^— tknest\/rIssuer [A-Za-z0-9+/]+=*$/);
    expect(readCheckpoint(openNote(note, verifierKey(signer))!)).toEqual(checkpoint);
  });
  it('is opened neither by another key, nor where a byte was changed', () => {
    const note = signNote(checkpointText(checkpoint), signer);
    const other = verifierKey(signerOf('tknest/rIssuer', Buffer.alloc(32, 8)));
    expect(openNote(note, other)).toBeNull();
    expect(openNote(note.replace('\n42\n', '\n43\n'), verifierKey(signer))).toBeNull();
    expect(openNote(note.replace('rIssuer', 'rOthers'), verifierKey(signer))).toBeNull();
    expect(openNote(note, 'nothing')).toBeNull();
  });
  it('is made of no text that could hold two', () => {
    expect(() => signNote('a\n\nb\n', signer)).toThrow(RangeError);
    expect(() => signNote('a', signer)).toThrow(RangeError);
    expect(readCheckpoint('tknest/rIssuer\n-1\nAAAA\n')).toBeNull();
  });
});
