import { describe, expect, it } from '@jest/globals';
import {
  attachContract,
  endContract,
  evolveListing,
  reserveTokens,
  unlisted,
  type ListingState,
} from './listing.decider.js';

const listed: ListingState = { ...unlisted, exists: true, propertyId: 1, owner: 'rOwner', tokenCount: 10 };
const document = {
  documentId: 'd1',
  nameItem: 'n1',
  mediaType: 'application/pdf',
  sha256: 'a',
  bytes: 3,
};
const attach = (state: ListingState, owner = 'rOwner') => attachContract({ owner, document }, state);
const attached = attach(listed).reduce(evolveListing, listed);

describe('the rental contract of a listing', () => {
  it('is attached by its owner, and replaced while nobody buys on it', () => {
    expect(attach(attached)).toMatchObject([{ type: 'ContractAttached', data: { propertyId: 1, documentId: 'd1' } }]);
    expect(() => attach(listed, 'rOther')).toThrow(expect.objectContaining({ reason: 'not-found' }));
  });
  it('stays once tokens are sold, or while a purchase is under way', () => {
    const reserving = reserveTokens({ paymentId: 'p', wallet: 'rBuyer', tokens: 2 }, attached);
    for (const state of [{ ...attached, sold: 1 }, reserving.reduce(evolveListing, attached)])
      expect(() => attach(state)).toThrow(expect.objectContaining({ reason: 'conflict' }));
  });
  it('ends once, and none is taken after that', () => {
    const ended = endContract(attached).reduce(evolveListing, attached);
    expect(endContract(attached)).toMatchObject([{ type: 'ContractFileDestroyed', data: { propertyId: 1 } }]);
    expect(endContract(ended)).toEqual([]);
    expect(() => attach(ended)).toThrow(expect.objectContaining({ reason: 'conflict' }));
  });
  it('can be attached later where its upload failed, also after a sale', () => {
    expect(attach({ ...listed, sold: 1 })).toHaveLength(1);
  });
});
