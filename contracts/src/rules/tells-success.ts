/**
 * The calls whose answers contain `success`, according to the specification's tables (REQ-1.7.6 to REQ-1.7.17,
 * REQ-2.7.1 to REQ-2.7.16): their refusals contain it too.
 */
const CALLS = [
  'properties/*/purchase',
  'rlusd/create-payment',
  'rlusd/payment',
  'rlusd/process-payment',
  'rlusd/payback',
  'rlusd/deposit',
  'loan/payment',
  'loan/setup-autopay',
  'loan/withdraw-deposit',
  'loan/redemption',
  'tokens/issue',
  'tokens/payout',
  'tokens/trustline-url',
  'admin/auto-token-config',
  'property-owner/setup-auto-payments',
  'kyc/start',
  'kyc/initialize',
];

/** Whether a refusal of this call contains `success: false` and `error` in addition to the usual problem details. */
export const tellsSuccess = (method: string, path: string): boolean =>
  method === 'POST' && CALLS.includes(path.replace(/^\/api\/|\/$/g, '').replace(/^properties\/[^/]+/, 'properties/*'));
