import { sha512Half, toHex } from '../codec/hash.js';

/** An amendment's identifier is the hash of its name. */
export const amendmentId = (name: string): string => toHex(sha512Half(Buffer.from(name, 'latin1')));

/** Amendments whose rules this ledger follows. */
const ENABLED = [
  'Clawback',
  'DeepFreeze',
  'DefaultMaxPathSize',
  'DepositAuth',
  'DepositPreauth',
  'DisallowIncoming',
  'ExpandedSignerList',
  'MultiSignReserve',
  'RequireFullyCanonicalSig',
  'TicketBatch',
  'XRPFees',
  'fixDirectoryLimit',
  'fixIncludeKeyletFields',
  'fixInvalidTxFlags',
  'fixPreviousTxnID',
  'fixUniversalNumber',
];

/** Amendments it knows by name and has switched off. */
const DISABLED = [
  'AMM',
  'Batch',
  'BatchV1_1',
  'Checks',
  'Credentials',
  'DID',
  'DynamicMPT',
  'LendingProtocol',
  'MPTokensV1',
  'NonFungibleTokensV1_1',
  'PermissionDelegation',
  'PermissionedDEX',
  'PermissionedDomains',
  'PriceOracle',
  'SingleAssetVault',
  'TokenEscrow',
];

const byId = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [amendmentId(name), name]));

export const ENABLED_AMENDMENTS = byId(ENABLED);
export const DISABLED_AMENDMENTS = byId(DISABLED);
