import { expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import { DirectPaymentRequest, CreateListingRequest, messagesOf } from '../src/api/index.js';

it.each([
  [CreateListingRequest, 'name', 'Property name is required'],
  [CreateListingRequest, 'address', 'Address is required'],
  [CreateListingRequest, 'fundingPurpose', 'Please describe the funding purpose'],
  [DirectPaymentRequest, 'recipientWallet', 'Valid XRPL wallet address required'],
] as const)('a missing field of %p has the specification’s message first: %s', (Request, field, message) => {
  const { constraints } = validateSync(new Request()).find(({ property }) => property === field)!;
  expect(messagesOf(constraints)[0]).toBe(message);
});
