import { decode } from 'xrpl';
import type { LedgerPort } from '../../../../platform/ledger/ledger-port.js';
import { keyProblem } from '../../../../platform/ledger/signed-blob.js';
import type { SignRequestOutcome } from '../../../../platform/wallet-app/wallet-app-port.js';

export interface LoginAttempt {
  payloadUuid: string;
  identifier: string;
  nonce: string;
}

const utf8 = (hex: string) => Buffer.from(hex, 'hex').toString('utf8');

/** Memo that binds a signature to one login of one browser. */
export const loginMemo = (nonce: string) => [{ Memo: { MemoType: hexOf('tknest/login/1'), MemoData: hexOf(nonce) } }];
const hexOf = (text: string) => Buffer.from(text, 'utf8').toString('hex').toUpperCase();

/**
 * The checks that turn a signed SignIn into a known wallet. That the attempt is ours, unused and in time, and belongs
 * to this browser, the caller has checked; here: the wallet app's own account of it, no real transaction in disguise,
 * signature, key authority, nonce.
 * @returns the reason for refusing, or null
 */
export async function signInProblem(
  ledger: LedgerPort,
  attempt: LoginAttempt,
  outcome: SignRequestOutcome,
  applicationId: string | null,
): Promise<string | null> {
  if (outcome.state !== 'signed' || !outcome.signed) return 'it is not signed';
  if (outcome.transactionType !== 'SignIn') return 'it is not a sign-in';
  if (outcome.identifier !== attempt.identifier) return 'it is not the request that was made';
  if (applicationId !== null && outcome.applicationId !== applicationId) return 'it was made for another application';
  let signed: Record<string, unknown>;
  try {
    signed = decode(outcome.signed.hex) as Record<string, unknown>;
  } catch {
    return 'it cannot be decoded';
  }
  // A SignIn is signed without a type; with one it would be a real transaction, replayed.
  if (signed.TransactionType !== undefined) return 'it is a transaction, not a sign-in';
  if (signed.Account !== outcome.signed.account) return 'the account differs from the one the wallet app names';
  const memos = (signed.Memos ?? []) as { Memo: { MemoData?: string } }[];
  if (!memos.some(({ Memo }) => Memo.MemoData !== undefined && utf8(Memo.MemoData) === attempt.nonce))
    return 'its nonce is not ours';
  return keyProblem(signed, outcome.signed.hex, await ledger.account(outcome.signed.account));
}
