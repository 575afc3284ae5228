interface EntryType {
  /** Its name in requests. */
  readonly name: string;
  /** Not in any account's directory. */
  readonly ownerless?: boolean;
  /** An account that has one cannot be deleted. */
  readonly blocksDeletion?: boolean;
}

/** Kinds of ledger entries by the name they bear, with the name requests use (rippled: ledger_entries.macro). */
export const ENTRY_TYPES: Readonly<Record<string, EntryType>> = {
  AccountRoot: { name: 'account' },
  Amendments: { name: 'amendments', ownerless: true },
  AMM: { name: 'amm' },
  Bridge: { name: 'bridge', blocksDeletion: true },
  Check: { name: 'check', blocksDeletion: true },
  Credential: { name: 'credential' },
  Delegate: { name: 'delegate' },
  DepositPreauth: { name: 'deposit_preauth' },
  DID: { name: 'did' },
  DirectoryNode: { name: 'directory', ownerless: true },
  Escrow: { name: 'escrow', blocksDeletion: true },
  FeeSettings: { name: 'fee', ownerless: true },
  LedgerHashes: { name: 'hashes', ownerless: true },
  MPToken: { name: 'mptoken', blocksDeletion: true },
  MPTokenIssuance: { name: 'mpt_issuance', blocksDeletion: true },
  NFTokenOffer: { name: 'nft_offer' },
  NFTokenPage: { name: 'nft_page', blocksDeletion: true },
  NegativeUNL: { name: 'nunl', ownerless: true },
  Offer: { name: 'offer' },
  Oracle: { name: 'oracle' },
  PayChannel: { name: 'payment_channel', blocksDeletion: true },
  PermissionedDomain: { name: 'permissioned_domain', blocksDeletion: true },
  RippleState: { name: 'state', blocksDeletion: true },
  SignerList: { name: 'signer_list' },
  Ticket: { name: 'ticket' },
  Vault: { name: 'vault', blocksDeletion: true },
};

/** The entry type that a request's `type` means; the entry's own name is taken in any case. */
export const entryTypeNamed = (text: string): string | undefined =>
  Object.keys(ENTRY_TYPES).find(
    (name) => ENTRY_TYPES[name]!.name === text || name.toLowerCase() === text.toLowerCase(),
  );
