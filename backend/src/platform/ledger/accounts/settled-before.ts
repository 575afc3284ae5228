/**
 * The platform's own transactions on the ledger that the log lost, by purpose. Every transaction names its purpose in a
 * second memo (the first is the recipe's own), so a restored log can find what it is about to repeat. Pure.
 */
import { createHash } from 'node:crypto';
import { decode, encode, hashes } from 'xrpl';
import type { LedgerTransaction } from '../ledger-port.js';
import { hexOf, memoOf } from '../notation.js';

const MEMO = { type: 'tknest/for/1', format: 'text/plain' };

/** A transaction that is taken over if its subject's recipe builds the same one. */
export interface SettledBefore {
  hash: string;
  ticket: number;
  ledgerIndex: number;
  /** The signed transaction, which is public on validated ledgers. */
  blob: string;
}

/** A ticket's purpose without the number of the attempt: it must succeed only once, however often it is tried. */
export const subjectOf = (purpose: string): string => purpose.replace(/\/\d+$/, '');

/** The transaction with the memo that names its purpose. */
export const naming = (purpose: string, transaction: Record<string, unknown>): Record<string, unknown> => ({
  ...transaction,
  Memos: [...((transaction.Memos as unknown[] | undefined) ?? []), memoOf(MEMO, subjectOf(purpose))],
});

/** The purpose named in a transaction of the platform; null if there is none. */
export function subjectNamedBy(tx: Record<string, any>): string | null {
  const named = (tx.Memos ?? []).find(({ Memo }: any) => Memo.MemoType === hexOf(MEMO.type));
  return named ? Buffer.from(named.Memo.MemoData, 'hex').toString('utf8') : null;
}

/** Its signed bytes; null if they do not give its hash. */
export function blobOf({ hash, tx }: Pick<LedgerTransaction, 'hash' | 'tx'>): string | null {
  // Version 2 of the API shows a payment's Amount as DeliverMax.
  const { DeliverMax, ...rest } = tx;
  for (const field of ['hash', 'date', 'ledger_index', 'ctid', 'inLedger']) delete rest[field];
  const blob = encode((DeliverMax === undefined ? rest : { ...rest, Amount: DeliverMax }) as never);
  return hashes.hashSignedTx(blob) === hash ? blob : null;
}

/**
 * Whether a recipe builds the signed transaction: the same except for fee, ticket, LastLedgerSequence and signature.
 */
export const isSame = (recipe: Record<string, unknown>, blob: string): boolean =>
  digest(recipe) === digest(decode(blob));

function digest(transaction: Record<string, unknown>): string {
  const { Fee: _, Sequence: __, TicketSequence: ___, LastLedgerSequence: ____, ...rest } = transaction;
  const { SigningPubKey: _____, TxnSignature: ______, Flags, ...same } = rest;
  const bytes = encode({ ...same, ...(Flags ? { Flags } : {}) } as never);
  return createHash('sha256').update(bytes).digest('hex');
}
