import { errorCodeOf, type LedgerNode } from './ledger-node.js';

/** What an account holds of one token; what it owes is below zero. */
export interface TokenLine {
  currency: string;
  issuer: string;
  value: string;
}

interface RippleState {
  Balance: { currency: string; value: string };
  HighLimit: { issuer: string };
  LowLimit: { issuer: string };
}

/**
 * An account's trust lines in the last validated ledger; empty if the ledger does not know the account. Read from
 * ledger entries, because in `account_lines` not every node gives the balance the same sign.
 */
export async function readTokenLines(node: LedgerNode, account: string): Promise<TokenLine[]> {
  const lines: TokenLine[] = [];
  let marker: unknown;
  do {
    const page = await node
      .request<{ account_objects: RippleState[]; marker?: unknown }>({
        command: 'account_objects',
        account,
        type: 'state',
        ledger_index: 'validated',
        limit: 400,
        marker,
      })
      .catch((error: unknown) => {
        if (errorCodeOf(error) === 'actNotFound') return { account_objects: [], marker: undefined };
        throw error;
      });
    lines.push(...page.account_objects.map((state) => lineOf(state, account)));
    marker = page.marker;
  } while (marker !== undefined);
  return lines;
}

/** The balance is written as the low account sees it. */
function lineOf({ Balance, HighLimit, LowLimit }: RippleState, account: string): TokenLine {
  const isLow = LowLimit.issuer === account;
  const turned = Balance.value.startsWith('-') ? Balance.value.slice(1) : `-${Balance.value}`;
  const value = isLow || Number(Balance.value) === 0 ? Balance.value : turned;
  return { currency: Balance.currency, issuer: isLow ? HighLimit.issuer : LowLimit.issuer, value };
}
