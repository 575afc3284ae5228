import type { Command } from '../request.js';

/** ledger_current: the index of the open ledger. */
export const ledgerCurrent: Command = ({ node }) => ({ ledger_current_index: node.open.index });
