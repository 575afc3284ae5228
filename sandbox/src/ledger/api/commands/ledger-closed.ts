import type { Command } from '../request.js';

/** ledger_closed: the newest closed ledger. */
export const ledgerClosed: Command = ({ node }) => ({
  ledger_hash: node.validated.header.hash,
  ledger_index: node.validated.header.index,
});
