import { Refused } from '#platform/domain/refused.js';

/** D1 §8. */
export const propertyNotFound = () =>
  new Refused('not-found', 'Property Not Found: The requested property could not be found.');
