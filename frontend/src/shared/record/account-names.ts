/** The platform's accounts, and what else books are compared by, as people call them. */
export const ACCOUNT_NAMES: Record<string, string> = {
  issuer: 'Token issuer',
  feeWallet: 'Fee wallet',
  payoutEscrow: 'Payout escrow',
  purchases: 'Investors and landlords',
  log: 'Settled in the event log',
  balances: 'Balances',
};
