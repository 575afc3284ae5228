import type { PropertyView } from '@tknest/contracts/api';

/** The progress of a sale. */
export type Sold = Pick<PropertyView, 'status' | 'tokensSold' | 'tokenCount' | 'tokensAvailable'>;

/** Why no token of a property can be bought: all are sold or reserved, or its landlord closed the sale before. */
export function soldOutWords({ status, tokensSold, tokenCount }: Sold): {
  short: string;
  sentence: string;
  button: string;
} {
  return status === 'closing' || (status === 'closed' && tokensSold < tokenCount)
    ? {
        short: 'No longer for sale',
        sentence: 'The landlord has closed this listing. No more tokens are sold.',
        button: 'Closed',
      }
    : { short: 'All tokens taken', sentence: 'All tokens are taken.', button: 'Fully Funded' };
}
