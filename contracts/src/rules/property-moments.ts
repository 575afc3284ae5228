/** Milestones of a listing and its loan, in their usual order. */
export const PROPERTY_MOMENTS = [
  'listed',
  'first-sale',
  'quarter',
  'half',
  'three-quarters',
  'fully-funded',
  'closed',
  'loan-opened',
  'paid-off',
] as const;
export type PropertyMoment = (typeof PROPERTY_MOMENTS)[number];
