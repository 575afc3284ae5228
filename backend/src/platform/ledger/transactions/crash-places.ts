import { crashPlaces } from '../../telemetry/crash-points.js';

/** Ends the process at one of the boundaries of the courier's steps, where a test has armed it for that kind. */
export const crashPoint = crashPlaces(
  'tickets-chosen',
  'transactions-signed',
  'transactions-recorded',
  'transaction-sent',
  'transactions-sent',
  'transactions-seen',
  'conclusion-recorded',
  'facts-recorded',
);
