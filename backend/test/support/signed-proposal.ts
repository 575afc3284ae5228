import { sign } from 'ripple-keypairs';
import { encode, encodeForSigning, type Wallet } from 'xrpl';
import { memoToSign } from '#platform/ledger/signed-memo.js';
import { PROPOSAL_MEMO, textToSign } from '#features/proposals/what-is-signed.js';

/** What a person's wallet app makes of a request to sign a proposal: without a transaction type. */
export function signedProposal(
  ...[does, made, by, { as = by, type = PROPOSAL_MEMO } = {}]: [
    ...Parameters<typeof textToSign>,
    by: Wallet,
    otherwise?: { as?: Wallet; type?: string },
  ]
): string {
  const { Memos } = memoToSign(type, textToSign(does, made));
  const body = { Account: as.classicAddress, Memos, SigningPubKey: by.publicKey };
  return encode({ ...body, TxnSignature: sign(encodeForSigning(body as never), by.privateKey) } as never);
}
