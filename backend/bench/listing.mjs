// The property whose tokens the benchmarks sell.

/** @returns the event that lists it, with more tokens than a benchmark buys */
export function listingCreated(propertyId, owner) {
  const texts = { owner, name: 'Bench Court', address: 'x', fundingPurpose: 'x', redemptionClause: 'x' };
  const terms = {
    monthlyRent: '2500',
    fundingGoal: '10000',
    tokenTermMonths: 36,
    monthlyRate: '6.5',
    tokenPrice: '100',
  };
  const data = { propertyId, ...texts, ...terms, tokenCount: 10_000_000, monthlyPayoutPerToken: '3' };
  return { type: 'ListingCreated', data };
}
