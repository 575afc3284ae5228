/** A text that a person signs in their wallet: a sign-in's nonce, or what they propose or approve. */
import { decode } from 'xrpl';
import type { KeyAuthority } from './key-authority.js';
import { signerOf } from './signed-blob.js';
import type { SignRequestOutcome } from '../wallet-app/wallet-app-port.js';

/** The text to be signed. */
export interface MemoAsked {
  /** The platform's id for the request. */
  identifier: string;
  /** The use, such as `login`. */
  type: string;
  text: string;
}

const utf8 = (hex: string) => Buffer.from(hex, 'hex').toString('utf8');
const hexOf = (text: string) => Buffer.from(text, 'utf8').toString('hex').toUpperCase();

const typeOf = (type: string) => hexOf(`tknest/${type}/1`);

/** The pseudo-transaction to sign, which no ledger can accept. @param type the use, such as `login` */
export const memoToSign = (type: string, text: string): Record<string, unknown> => ({
  TransactionType: 'SignIn',
  Memos: [{ Memo: { MemoType: typeOf(type), MemoData: hexOf(text) } }],
});

/**
 * The checks that turn a signed request into a known wallet. The caller has checked that it is genuine, unused and not
 * expired, and who requested it; this checks the wallet app's report and the signature.
 * @returns the reason for refusing, or null
 */
export async function outcomeProblem(
  keys: Pick<KeyAuthority, 'problem'>,
  asked: MemoAsked,
  outcome: SignRequestOutcome,
  applicationId: string | null,
): Promise<string | null> {
  if (outcome.state !== 'signed') return 'it is not signed';
  if (outcome.transactionType !== 'SignIn') return 'it is not a sign-in';
  if (outcome.identifier !== asked.identifier) return 'it is not the request that was made';
  if (applicationId !== null && outcome.applicationId !== applicationId) return 'it was made for another application';
  return signatureProblem(keys, asked, outcome.signed);
}

/**
 * The fields of a signed SignIn; older wallet apps add those after the signature. It has no type: with one it would be
 * a real transaction, replayed.
 */
const SIGNED: ReadonlySet<string> = new Set(
  'Account,Memos,SigningPubKey,TxnSignature,Fee,Flags,Sequence,LastLedgerSequence,NetworkID,SourceTag'.split(','),
);

/**
 * Checks that it is not a real transaction in disguise, the text, the signature, and the key's authority over the
 * account.
 * @returns the reason for refusing, or null @throws LedgerUnavailable
 */
export async function signatureProblem(
  keys: Pick<KeyAuthority, 'problem'>,
  { type, text }: Pick<MemoAsked, 'type' | 'text'>,
  { hex, account }: { hex: string; account: string },
): Promise<string | null> {
  let signed: Record<string, unknown>;
  try {
    signed = decode(hex);
  } catch {
    return 'it cannot be decoded';
  }
  const more = Object.keys(signed).find((field) => !SIGNED.has(field));
  if (more) return `it is a transaction, not a sign-in: it has ${more}`;
  if (signed.Account !== account) return 'the account differs from the one the wallet app names';
  // The type is compared too, so that a signature for a sign-in approves nothing.
  const memos = (signed.Memos ?? []) as { Memo?: { MemoType?: string; MemoData?: string } }[];
  if (memos.length !== 1) return 'it has not exactly one memo';
  const [{ Memo }] = memos as [(typeof memos)[number]];
  if (Memo?.MemoType !== typeOf(type) || utf8(Memo.MemoData ?? '') !== text) return 'its nonce is not ours';
  const { signer, problem } = signerOf(signed, hex);
  return problem ?? keys.problem(signer, account);
}
