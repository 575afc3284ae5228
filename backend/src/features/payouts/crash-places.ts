import { crashPlaces } from '../../platform/telemetry/crash-points.js';

/** Ends the process at one of the boundaries of a run's steps, where a test has armed it. */
export const crashPoint = crashPlaces(
  'before-lines-listed',
  'lines-listed',
  'window-tickets-chosen',
  'window-signed',
  'window-recorded',
  'window-line-sent',
  'window-sent',
  'lines-seen',
  'lines-recorded',
  'run-completed',
);
