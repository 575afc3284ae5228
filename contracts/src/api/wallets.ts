/** D1 §3 "Wallet info (easy setup)": what everybody can read of a wallet on the ledger. */
export interface WalletInfoView {
  address: string;
  /** The ledger knows it: somebody has sent it its first XRP. */
  activated: boolean;
  /** XRP. */
  balance: number;
  trustlineStatus: 'none' | 'active';
  /** RLUSD. */
  trustLimit: number;
  rlusdBalance: number;
}
