import type { PropertyView } from '@tknest/contracts/api';

/** The progress of a sale. */
export type Sold = Pick<PropertyView, 'status' | 'paused' | 'tokensSold' | 'tokenCount' | 'tokensAvailable'>;

/** Why no token can be bought: all are sold or reserved, the sale is paused, or its landlord closed it before. */
export function soldOutWords({ status, paused, tokensSold, tokenCount }: Sold): {
  short: string;
  sentence: string;
  button: string;
} {
  return status === 'closing' || (status === 'closed' && tokensSold < tokenCount)
    ? {
        short: 'Sale closed',
        sentence: 'The landlord has closed this listing. No more tokens are sold.',
        button: 'Closed',
      }
    : paused && tokensSold < tokenCount
      ? {
          short: 'Sales paused',
          sentence: 'Sales of this property are paused. Try again later.',
          button: 'Paused',
        }
      : { short: 'All tokens taken', sentence: 'All tokens are taken.', button: 'Fully Funded' };
}
