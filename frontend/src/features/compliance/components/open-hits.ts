import type { ComplianceCaseView } from '@tknest/contracts/api';

/** Clearing a case names every hit that was not cleared before. */
export const openHitsOf = ({ hits }: ComplianceCaseView): string[] => [
  ...new Set(hits.filter(({ remembered }) => !remembered).map(({ entityNumber }) => entityNumber)),
];
