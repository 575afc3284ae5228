/** The calls whose answers say `success`, by the documents' tables (D1 §7, D2 §7): their refusals say it too. */
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

/** Whether a refusal of this call says `success: false` and `error` beside what every problem says. */
export const tellsSuccess = (method: string, path: string): boolean =>
  method === 'POST' && CALLS.includes(path.replace(/^\/api\/|\/$/g, '').replace(/^properties\/[^/]+/, 'properties/*'));
