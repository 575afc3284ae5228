import { Refused } from '#platform/domain/refused.js';

/** REQ-1.8.16. */
export const propertyNotFound = () =>
  new Refused('not-found', 'Property Not Found: The requested property could not be found.');
