import type { ComplianceCaseView } from '@tknest/contracts/api';

/** To clear a case, every hit is named that was not cleared before. */
export const openHitsOf = ({ hits }: ComplianceCaseView): string[] => [
  ...new Set(hits.filter(({ remembered }) => !remembered).map(({ entityNumber }) => entityNumber)),
];
