import { errorCodeOf, type LedgerNode } from '../people/ledger-node.js';
import type { TxJson } from '../xaman/payload.js';
import { isSignIn } from '../xaman/transaction-types.js';

/** The wallet app lets a transaction live this many ledgers, and makes a shorter life longer. */
const LIFETIME_LEDGERS = 20;
/**
 * A LastLedgerSequence below this counts from the present ledger; on a young ledger only one that has passed already.
 */
const RELATIVE_BELOW = 32_570;
const FEE_DROPS = '12';
/** Networks from this id on are named in the transaction itself. */
const NETWORK_ID_NAMED_ABOVE = 1024;

/**
 * Completes a transaction as the wallet app does just before signing: what is absent, and a LastLedgerSequence that is
 * too near.
 */
export async function fillTransaction(txjson: TxJson, account: string, node: LedgerNode): Promise<TxJson> {
  const filled: TxJson = { ...txjson, Account: account };
  if (isSignIn(txjson.TransactionType)) return filled;
  const ledger = await node.request<{ ledger_index: number }>({ command: 'ledger', ledger_index: 'validated' });
  const earliest = ledger.ledger_index + LIFETIME_LEDGERS;
  const asked = txjson.LastLedgerSequence as number | undefined;
  if (asked === undefined) filled.LastLedgerSequence = earliest;
  else if (asked < RELATIVE_BELOW && asked <= ledger.ledger_index)
    filled.LastLedgerSequence = ledger.ledger_index + asked;
  else filled.LastLedgerSequence = Math.max(asked, earliest);
  filled.Fee ??= FEE_DROPS;
  if (filled.Sequence === undefined)
    filled.Sequence = filled.TicketSequence === undefined ? await nextSequence(account, node) : 0;
  const networkId = await networkIdOf(node);
  if (networkId > NETWORK_ID_NAMED_ABOVE) filled.NetworkID = networkId;
  return filled;
}

async function nextSequence(account: string, node: LedgerNode): Promise<number> {
  try {
    const info = await node.request<{ account_data: { Sequence: number } }>({
      command: 'account_info',
      account,
      ledger_index: 'current',
    });
    return info.account_data.Sequence;
  } catch (error) {
    // The app signs for an account that is not yet on the ledger; the ledger will refuse it.
    if (errorCodeOf(error) === 'actNotFound') return 0;
    throw error;
  }
}

/** The node's network id; 0 if it names none. */
export async function networkIdOf(node: LedgerNode): Promise<number> {
  const { info } = await node.request<{ info: { network_id?: number } }>({ command: 'server_info' });
  return info.network_id ?? 0;
}
