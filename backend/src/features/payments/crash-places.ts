import { crashPlaces } from '#platform/telemetry/crash-points.js';

/** Ends the process at one of the boundaries of a payment's steps, where a test has armed it. */
export const crashPoint = crashPlaces(
  // The request
  'payment-stored',
  // Legs that the payer signs
  'legs-prepared',
  'request-answered',
  'request-recorded',
  'webhook-received',
  'signature-collected',
  'blob-kept',
  'signature-recorded',
  // Submission
  'before-submission-recorded',
  'submission-recorded',
  'blob-sent',
  'conclusion-seen',
  'conclusion-recorded',
  // Endings
  'before-completion',
  'after-completion',
  'before-release',
  'after-release',
  'before-late-principal',
);
