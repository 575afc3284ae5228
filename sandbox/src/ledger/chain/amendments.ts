import { sha512Half, toHex } from '../codec/hash.js';
import type { Amendments } from '../state/entries.js';
import { AMENDMENTS_KEY } from '../state/keylets.js';
import type { EntryReader } from '../state/overlay.js';

/** An amendment's identifier is the hash of its name. */
export const amendmentId = (name: string): string => toHex(sha512Half(Buffer.from(name, 'latin1')));

/** Amendments whose rules this ledger follows. */
const ENABLED = [
  'CheckCashMakesTrustLine',
  'Checks',
  'Clawback',
  'DeepFreeze',
  'DeletableAccounts',
  'DefaultMaxPathSize',
  'DepositAuth',
  'DepositPreauth',
  'DisallowIncoming',
  'ExpandedSignerList',
  'Flow',
  'FlowCross',
  'FlowSortStrands',
  'ImmediateOfferKilled',
  'MultiSignReserve',
  'RequireFullyCanonicalSig',
  'TickSize',
  'TicketBatch',
  'XRPFees',
  'fixDirectoryLimit',
  'fixFillOrKill',
  'fixIncludeKeyletFields',
  'fixInvalidTxFlags',
  'fixPreviousTxnID',
  'fixReducedOffersV1',
  'fixReducedOffersV2',
  'fixRmSmallIncreasedQOffers',
  'fixUniversalNumber',
];

/** Amendments it knows by name and has switched off. */
const DISABLED = [
  'AMM',
  'Batch',
  'BatchV1_1',
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

/** Transactions that are refused if an amendment is off; such an amendment can be left out of a new chain. */
export const AMENDMENT_OF: Readonly<Record<string, string>> = {
  AccountDelete: 'DeletableAccounts',
  CheckCancel: 'Checks',
  CheckCash: 'Checks',
  CheckCreate: 'Checks',
  Clawback: 'Clawback',
  DepositPreauth: 'DepositPreauth',
  TicketCreate: 'TicketBatch',
};

export const SWITCHABLE_AMENDMENTS: readonly string[] = [...new Set(Object.values(AMENDMENT_OF))];

export const isEnabled = (view: EntryReader, name: string): boolean =>
  (view.read(AMENDMENTS_KEY) as Amendments).Amendments.includes(amendmentId(name));

export const ENABLED_AMENDMENTS = byId(ENABLED);
export const DISABLED_AMENDMENTS = byId(DISABLED);
