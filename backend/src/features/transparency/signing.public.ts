/** Signs with the record's key: only for what workers run (an import rule). */
export { RecordSigner } from './checkpoints/record-signer.js';
