/** What the wallet app signs: its own pseudo-transactions and the ledger's types it knows. */
export const TRANSACTION_TYPES = new Set([
  'SignIn', 'PaymentChannelAuthorize',
  'AccountDelete', 'AccountSet', 'CheckCancel', 'CheckCash', 'CheckCreate', 'DepositPreauth', 'EscrowCancel', 'EscrowCreate', 'EscrowFinish',
  'NFTokenAcceptOffer', 'NFTokenBurn', 'NFTokenCancelOffer', 'NFTokenCreateOffer', 'NFTokenMint', 'NFTokenModify', 'OfferCancel', 'OfferCreate',
  'Payment', 'PaymentChannelClaim', 'PaymentChannelCreate', 'PaymentChannelFund', 'SetRegularKey', 'SignerListSet', 'TicketCreate', 'TrustSet',
  'Clawback', 'AMMBid', 'AMMCreate', 'AMMDelete', 'AMMDeposit', 'AMMVote', 'AMMWithdraw', 'DIDSet', 'DIDDelete', 'OracleSet', 'OracleDelete',
  'CredentialCreate', 'CredentialAccept', 'CredentialDelete', 'MPTokenAuthorize', 'MPTokenIssuanceCreate', 'MPTokenIssuanceSet', 'MPTokenIssuanceDestroy',
]);

export const isSignIn = (type: string): boolean => type === 'SignIn';
