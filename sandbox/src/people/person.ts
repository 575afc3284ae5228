/** Somebody with a wallet in the sandbox. */
export interface Person {
  name: string;
  role?: 'admin' | 'auditor' | 'compliance' | 'landlord' | 'investor';
  address: string;
  seed: string;
  /** What the account is given when it is set up; a trust line only where `rlusd` is named. */
  xrp: number;
  rlusd?: string;
  /** That has been done. */
  provided?: boolean;
  createdAt: string;
}

/** RLUSD has five letters, so the ledger writes its currency code as 160 bits. */
export const RLUSD = '524C555344000000000000000000000000000000';
