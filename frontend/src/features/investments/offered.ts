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
  | 'status'
  | 'paused';

/** The parts of a property relevant for buying, from the marketplace or from its own page. */
export type Offered = Pick<PropertyView, Terms> & Owned & WithContract & { address: string | null };

/** @param profile with its address, or only its city */
export const offerOf = ({ details, hasContract, ...profile }: PropertyProfileView): Offered => ({
  ...profile,
  address: details?.address ?? profile.city,
  contract: details ? details.contract : hasContract ? 'restricted' : null,
});
