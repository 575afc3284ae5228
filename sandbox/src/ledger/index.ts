export { type LedgerParty, type LedgerPartyOptions, openLedgerParty, type OwnLedgerParty } from './ledger-party.js';
export { SWITCHABLE_AMENDMENTS } from './chain/amendments.js';
export { GENESIS_ACCOUNT, USUAL_FEES } from './chain/genesis.js';
export { NoSuchSnapshot } from './disk/snapshots.js';
