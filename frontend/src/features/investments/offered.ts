import type { PropertyProfileView, PropertyView } from '@tknest/contracts/api';
import type { Owned } from '../../shared/session/can';
import type { WithContract } from '../../shared/properties/rental-contract';

type Terms =
  | 'id'
  | 'name'
  | 'propertyType'
  | 'monthlyRent'
  | 'fundingGoal'
  | 'tokenTermMonths'
  | 'monthlyRate'
  | 'redemptionClause'
  | 'tokenPrice'
  | 'tokenCount'
  | 'tokensSold'
  | 'tokensAvailable'
  | 'monthlyPayoutPerToken'
  | 'annualYield'
  | 'effectiveAnnualRate'
  | 'profitOverTerm'
  | 'status';

/** What of a property somebody decides by: as the marketplace has it, or as its own page does. */
export type Offered = Pick<PropertyView, Terms> & Owned & WithContract & { address: string | null };

/** @param profile its address may be known, or its city alone */
export const offerOf = ({ details, hasContract, ...profile }: PropertyProfileView): Offered => ({
  ...profile,
  address: details?.address ?? profile.city,
  contract: details ? details.contract : hasContract ? 'restricted' : null,
});
