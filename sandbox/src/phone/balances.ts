import { errorCodeOf, type LedgerNode } from '../people/ledger-node.js';
import { readTokenLines, type TokenLine } from '../people/token-lines.js';

export interface Balances {
  xrp: string;
  tokens: TokenLine[];
}

/** What a wallet holds in the last validated ledger; nothing if the ledger does not know it. */
export async function readBalances(node: LedgerNode, account: string): Promise<Balances> {
  const [xrp, tokens] = await Promise.all([readXrp(node, account), readTokenLines(node, account)]);
  return { xrp, tokens };
}

async function readXrp(node: LedgerNode, account: string): Promise<string> {
  try {
    const info = await node.request<{ account_data: { Balance: string } }>({
      command: 'account_info',
      account,
      ledger_index: 'validated',
    });
    const drops = info.account_data.Balance.padStart(7, '0');
    return `${drops.slice(0, -6)}.${drops.slice(-6)}`.replace(/\.?0+$/, '');
  } catch (error) {
    if (errorCodeOf(error) === 'actNotFound') return '0';
    throw error;
  }
}
