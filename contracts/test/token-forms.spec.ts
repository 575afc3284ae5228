import { describe, expect, it } from '@jest/globals';
import { validateSync } from 'class-validator';
import { IssueTokensRequest, TokenPayoutRequest, TrustlineUrlRequest } from '../src/api/tokens.js';

/** The message of each field if it is missing: its first one. */
const missing = (Form: new () => object) =>
  validateSync(new Form()).map(({ constraints }) => Object.values(constraints ?? {}).at(-1));

describe('token forms of document 2 §5, in the document’s words', () => {
  it.each([
    [IssueTokensRequest, ['Recipient address is required', 'Amount is required', 'Issuer seed is required']],
    [
      TokenPayoutRequest,
      ['Recipient address is required', 'Amount is required', 'Admin seed is required', 'RLUSD gateway is required'],
    ],
    [TrustlineUrlRequest, ['Currency is required', 'Issuer address is required']],
  ] as const)('each field that is left out says so (%#)', (Form, words) => expect(missing(Form)).toEqual([...words]));
});
