import type { ListingCreated } from '@tknest/contracts/events';

export const SAMPLE_OWNER = 'rOwnerExampleExampleExample12';

/** A listing of 100 tokens at 100 RLUSD. @param more what is otherwise than in the sample */
export const sampleListing = (propertyId: number, more: object = {}) =>
  ({
    type: 'ListingCreated',
    data: {
      propertyId,
      owner: SAMPLE_OWNER,
      name: 'Sample Court',
      address: '44 Example Avenue, Springfield, IL 62701',
      monthlyRent: '2500',
      fundingGoal: '10000',
      fundingPurpose: 'New boiler',
      tokenTermMonths: 12,
      monthlyRate: '6.5',
      tokenPrice: '100',
      tokenCount: 100,
      monthlyPayoutPerToken: '8.629642',
      redemptionClause: 'Redeemable.',
      ...more,
    },
  }) as ListingCreated;
