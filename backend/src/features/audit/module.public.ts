/** The audit for other features: verification of the log, against itself and against the ledger. */
export { AuditModule } from './audit.module.js';
export { verdictOn, type FoundAnchor, type LedgerAnchors } from './use-cases/verify-record/ledger-anchors.js';
export { RecordVerifier } from './use-cases/verify-record/record-verifier.js';
export { replay, type ReplayDeps } from './use-cases/verify-record/replay.js';
