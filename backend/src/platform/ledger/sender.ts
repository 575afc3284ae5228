import type { LedgerTransaction } from './ledger-port.js';

/** Whose money a transaction brought: anybody may finish an escrow (xrpl.org, "EscrowFinish"). Pure. */
export function senderOf({ tx, meta }: LedgerTransaction): { wallet: string; tag?: number } {
  const nodes: Record<string, any>[] = meta.AffectedNodes ?? [];
  const escrow = nodes.map(({ DeletedNode: gone }) => gone).find((gone) => gone?.LedgerEntryType === 'Escrow');
  const { Account: wallet, SourceTag: tag } = escrow?.FinalFields ?? tx;
  return { wallet, tag };
}
