import type { Wallet } from 'xrpl';
import type { LedgerNode } from '../people/ledger-node.js';
import type { TxJson } from '../xaman/payload.js';
import { signTransaction } from './sign-transaction.js';

const USUAL_DROPS = 100_000;
/** Any account that exists will do as the wallet maker's; the genesis account always does. */
const WALLET_MAKER = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';

/** Some wallets charge for a signature with a payment of their own, at the sequence after the one they signed. */
export async function payServiceFee(
  signed: TxJson,
  key: Wallet,
  serviceFee: number | true,
  node: LedgerNode,
): Promise<void> {
  if (!signed.Sequence) return;
  const fee: TxJson = {
    TransactionType: 'Payment',
    Account: signed.Account,
    Destination: WALLET_MAKER,
    Amount: String(serviceFee === true ? USUAL_DROPS : serviceFee),
    Fee: '12',
    Sequence: Number(signed.Sequence) + 1,
    LastLedgerSequence: signed.LastLedgerSequence,
  };
  await node.request({ command: 'submit', tx_blob: signTransaction(fee, key).hex });
}
