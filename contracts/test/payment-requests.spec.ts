import { expect, it } from '@jest/globals';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { InvestmentPaymentRequest } from '../src/api/payments.js';

const faultsOf = (more: object) =>
  validateSync(plainToInstance(InvestmentPaymentRequest, { propertyId: 1, amount: 200, ...more })).map(
    ({ property }) => property,
  );

it('fromWallet is a wallet or left out: null is refused at the field', () => {
  expect(faultsOf({})).toEqual([]);
  expect(faultsOf({ fromWallet: 'rWallet' })).toEqual([]);
  expect(faultsOf({ fromWallet: null })).toEqual(['fromWallet']);
});
