import type { Command } from '../request.js';

/** ledger_accept: closes the open ledger, after all submissions that came before it. */
export const ledgerAccept: Command = async ({ node, services }) => {
  await services.closeLedger();
  return { ledger_current_index: node.open.index };
};
