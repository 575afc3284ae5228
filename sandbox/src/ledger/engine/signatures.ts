import { compareAccounts, accountId } from '../codec/account-id.js';
import { PREFIX } from '../codec/hash.js';
import { serialize } from '../codec/serializer.js';
import { verifySignature } from '../codec/verify.js';
import type { Signer, TransactionJson } from './transaction.js';

/** Signers a multi-signature may have (rippled: STTx::maxMultiSigners). */
const MAX_SIGNERS = 32;

/**
 * Checks a transaction's own signature or its signers' ones, whichever it has. Returns rippled's reason if one is wrong
 * (STTx.cpp: checkSingleSign, checkMultiSign).
 */
export async function signatureFault(tx: TransactionJson): Promise<string | undefined> {
  if (tx.SigningPubKey === '') return multiSignatureFault(tx);
  if (tx.Signers) return 'Cannot both single- and multi-sign.';
  const message = Buffer.concat([PREFIX.signing, serialize(tx, true)]);
  return (await verifySignature(message, tx.TxnSignature ?? '', tx.SigningPubKey)) ? undefined : 'Invalid signature.';
}

async function multiSignatureFault(tx: TransactionJson): Promise<string | undefined> {
  if (!tx.Signers) return 'Empty SigningPubKey.';
  if (tx.TxnSignature !== undefined) return 'Cannot both single- and multi-sign.';
  const signers = tx.Signers.map((s) => s.Signer);
  if (signers.length < 1 || signers.length > MAX_SIGNERS) return 'Invalid Signers array size.';
  return orderFault(tx.Account, signers) ?? signersFault(tx, signers);
}

/** Signers are in ascending order of their accounts, each once, and never include the sender. */
function orderFault(account: string, signers: readonly Signer[]): string | undefined {
  for (const [i, signer] of signers.entries()) {
    if (signer.Account === account) return 'Invalid multisigner.';
    const previous = signers[i - 1];
    if (!previous) continue;
    const order = compareAccounts(previous.Account, signer.Account);
    if (order === 0) return 'Duplicate Signers not allowed.';
    if (order > 0) return 'Unsorted Signers array.';
  }
  return undefined;
}

async function signersFault(tx: TransactionJson, signers: readonly Signer[]): Promise<string | undefined> {
  const common = Buffer.concat([PREFIX.multiSigning, serialize(tx, true)]);
  const valid = await Promise.all(
    signers.map((s) => verifySignature(Buffer.concat([common, accountId(s.Account)]), s.TxnSignature, s.SigningPubKey)),
  );
  const bad = valid.indexOf(false);
  return bad < 0 ? undefined : `Invalid signature on account ${signers[bad]!.Account}.`;
}
