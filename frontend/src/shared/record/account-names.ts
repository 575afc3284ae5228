/** The platform's accounts, and what else books are compared by, as people call them. */
export const ACCOUNT_NAMES: Record<string, string> = {
  issuer: 'Token issuer',
  feeWallet: 'Fee wallet',
  payoutEscrow: 'Payout escrow',
  purchases: 'Buyers and owners',
  log: 'Settled in the log',
  balances: 'Balances',
};
