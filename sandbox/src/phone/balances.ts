import { errorCodeOf, type LedgerNode } from '../people/ledger-node.js';

export interface Balances {
  xrp: string;
  tokens: { currency: string; issuer: string; value: string }[];
}

/** What a wallet holds in the last validated ledger; nothing where the ledger does not know it. */
export async function readBalances(node: LedgerNode, account: string): Promise<Balances> {
  try {
    const ledger_index = 'validated';
    const [info, lines] = await Promise.all([
      node.request<{ account_data: { Balance: string } }>({ command: 'account_info', account, ledger_index }),
      node.request<{ lines: { account: string; currency: string; balance: string }[] }>({ command: 'account_lines', account, ledger_index }),
    ]);
    const tokens = lines.lines.map((line) => ({ currency: line.currency, issuer: line.account, value: line.balance }));
    return { xrp: dropsToXrp(info.account_data.Balance), tokens };
  } catch (error) {
    if (errorCodeOf(error) === 'actNotFound') return { xrp: '0', tokens: [] };
    throw error;
  }
}

function dropsToXrp(drops: string): string {
  const padded = drops.padStart(7, '0');
  return `${padded.slice(0, -6)}.${padded.slice(-6)}`.replace(/\.?0+$/, '');
}
