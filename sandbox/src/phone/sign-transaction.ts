import { sign } from 'ripple-keypairs';
import { encode, encodeForMultiSigning, encodeForSigning, hashes, type Wallet } from 'xrpl';
import type { TxJson } from '../xaman/payload.js';
import { isSignIn } from '../xaman/transaction-types.js';

export interface SignedTransaction {
  hex: string;
  txid: string;
}

/** Signs what it is given, right or wrong: the checks of a library would keep a dishonest wallet from being played. */
export function signTransaction(
  transaction: TxJson,
  wallet: Wallet,
  how: { multisign?: boolean; falsely?: boolean } = {},
): SignedTransaction {
  const { TransactionType, ...rest } = transaction;
  // A sign-in is signed without its type, which the ledger does not know: so it can never pass for a payment.
  const body: Record<string, unknown> = isSignIn(TransactionType) ? rest : { TransactionType, ...rest };
  if (how.multisign) {
    const message = encodeForMultiSigning({ ...body, SigningPubKey: '' } as never, wallet.address);
    const Signer = {
      Account: wallet.address,
      SigningPubKey: wallet.publicKey,
      TxnSignature: signature(message, wallet, how.falsely),
    };
    return seal({ ...body, SigningPubKey: '', Signers: [{ Signer }] });
  }
  body.SigningPubKey = wallet.publicKey;
  return seal({ ...body, TxnSignature: signature(encodeForSigning(body as never), wallet, how.falsely) });
}

function signature(message: string, wallet: Wallet, falsely = false): string {
  const signedMessage = falsely ? message + '00' : message;
  return sign(signedMessage, wallet.privateKey);
}

function seal(transaction: Record<string, unknown>): SignedTransaction {
  const hex = encode(transaction as never);
  return { hex, txid: hashes.hashSignedTx(hex) };
}
