import { sealHeader, transactionTreeHash, emptyState, type ClosedLedger } from './ledger.js';
import { toHex, ZERO_HASH } from '../codec/hash.js';
import type { Fees } from '../state/accounts.js';
import type { AccountRoot, Amendments, FeeSettings } from '../state/entries.js';
import { accountKey, AMENDMENTS_KEY, FEES_KEY } from '../state/keylets.js';
import { ENABLED_AMENDMENTS } from './amendments.js';

/** The account of the passphrase "masterpassphrase": it owns all XRP in the first ledger. */
export const GENESIS_ACCOUNT = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
/** 100 billion XRP in drops. */
const ALL_DROPS = 100_000_000_000_000_000n;

/** The recorded network's fees. */
export const USUAL_FEES: Fees = { base: 10n, reserveBase: 1_000_000n, reserveIncrement: 200_000n };

/** The settings of a new chain. */
export interface Beginning {
  /** Index of the first ledger. */
  readonly index: number;
  /** Close time of the first ledger, in seconds since 2000-01-01. */
  readonly closeTime: number;
  readonly fees: Fees;
  readonly networkId: number;
  /** Names of amendments that are off. */
  readonly without: readonly string[];
}

/** The first ledger: the genesis account, the fees, the amendments. */
export function genesisLedger({ index, closeTime, fees, networkId, without }: Beginning): ClosedLedger {
  const account: AccountRoot = {
    LedgerEntryType: 'AccountRoot',
    Flags: 0,
    index: accountKey(GENESIS_ACCOUNT),
    Account: GENESIS_ACCOUNT,
    Balance: ALL_DROPS.toString(),
    OwnerCount: 0,
    Sequence: 1,
    PreviousTxnID: ZERO_HASH,
    PreviousTxnLgrSeq: 0,
  };
  const settings: FeeSettings = {
    LedgerEntryType: 'FeeSettings',
    Flags: 0,
    index: FEES_KEY,
    BaseFeeDrops: fees.base.toString(),
    ReserveBaseDrops: fees.reserveBase.toString(),
    ReserveIncrementDrops: fees.reserveIncrement.toString(),
  };
  const amendments: Amendments = {
    LedgerEntryType: 'Amendments',
    Flags: 0,
    index: AMENDMENTS_KEY,
    Amendments: Object.keys(ENABLED_AMENDMENTS)
      .filter((id) => !without.includes(ENABLED_AMENDMENTS[id]!))
      .sort(),
  };
  const state = emptyState().with([account, settings, amendments].map((entry) => [entry.index, entry]));
  const header = sealHeader({
    index,
    parentHash: ZERO_HASH,
    totalCoins: ALL_DROPS,
    transactionHash: transactionTreeHash([]),
    accountHash: toHex(state.hash()),
    parentCloseTime: 0,
    closeTime,
    networkId,
  });
  return { header, state, transactions: [] };
}
