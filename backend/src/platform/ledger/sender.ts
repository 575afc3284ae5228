import type { LedgerTransaction } from './ledger-port.js';

/**
 * Fields by which whoever sent money ordered it: those of the transaction, or of the escrow that it finished, which
 * anybody may do (xrpl.org, "EscrowFinish"). Pure.
 */
export function orderOf({ tx, meta }: LedgerTransaction): Record<string, any> {
  const nodes: Record<string, any>[] = meta.AffectedNodes ?? [];
  const escrow = nodes.map(({ DeletedNode: gone }) => gone).find((gone) => gone?.LedgerEntryType === 'Escrow');
  return escrow?.FinalFields ?? tx;
}

/** Whose money a transaction brought. Pure. */
export function senderOf(transaction: LedgerTransaction): { wallet: string; tag?: number } {
  const { Account: wallet, SourceTag: tag } = orderOf(transaction);
  return { wallet, tag };
}
