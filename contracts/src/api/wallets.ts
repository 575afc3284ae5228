/** D1 §3 "Wallet info (easy setup)": a wallet's public data on the ledger. */
export interface WalletInfoView {
  address: string;
  /** Whether the account exists on the ledger, because it has received its first XRP. */
  activated: boolean;
  /** XRP. */
  balance: number;
  trustlineStatus: 'none' | 'active';
  /** RLUSD. */
  trustLimit: number;
  rlusdBalance: number;
}
