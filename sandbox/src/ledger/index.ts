export { type LedgerParty, type LedgerPartyOptions, openLedgerParty } from './ledger-party.js';
export { GENESIS_ACCOUNT } from './chain/genesis.js';
