/** Display names of the platform's accounts, and of other subjects of reconciliation. */
export const ACCOUNT_NAMES: Record<string, string> = {
  issuer: 'Token issuer',
  feeWallet: 'Fee wallet',
  payoutEscrow: 'Payout escrow',
  purchases: 'Investors and landlords',
  log: 'Settled in the event log',
  balances: 'Balances',
};
