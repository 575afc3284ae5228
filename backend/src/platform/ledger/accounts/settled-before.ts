/**
 * What the ledger holds of this platform's own and the log had forgotten, by what it was for. Every transaction names
 * that in a second memo (the first is the recipe's own), so a restored log can find what it is about to do again. Pure.
 */
import { createHash } from 'node:crypto';
import { decode, encode, hashes } from 'xrpl';
import type { LedgerTransaction } from '../ledger-port.js';
import { hexOf, memoOf } from '../notation.js';

const MEMO = { type: 'tknest/for/1', format: 'text/plain' };

/** A transaction that is taken over where its subject's recipe builds the same one. */
export interface SettledBefore {
  hash: string;
  ticket: number;
  ledgerIndex: number;
  /** As it was signed; validated ledgers show it to everybody. */
  blob: string;
}

/** A ticket's purpose without the number of the attempt: what is done once, however often it is tried. */
export const subjectOf = (purpose: string): string => purpose.replace(/\/\d+$/, '');

/** The transaction with what it is for. */
export const naming = (purpose: string, transaction: Record<string, unknown>): Record<string, unknown> => ({
  ...transaction,
  Memos: [...((transaction.Memos as unknown[] | undefined) ?? []), memoOf(MEMO, subjectOf(purpose))],
});

/** What a transaction of the platform says it was for; null if it says nothing. */
export function subjectNamedBy(tx: Record<string, any>): string | null {
  const named = (tx.Memos ?? []).find(({ Memo }: any) => Memo.MemoType === hexOf(MEMO.type));
  return named ? Buffer.from(named.Memo.MemoData, 'hex').toString('utf8') : null;
}

/** Its signed bytes; null if they do not give its hash. */
export function blobOf({ hash, tx }: LedgerTransaction): string | null {
  // Version 2 of the API shows a payment's Amount as DeliverMax.
  const { DeliverMax, ...rest } = tx;
  for (const field of ['hash', 'date', 'ledger_index', 'ctid', 'inLedger']) delete rest[field];
  const blob = encode((DeliverMax === undefined ? rest : { ...rest, Amount: DeliverMax }) as never);
  return hashes.hashSignedTx(blob) === hash ? blob : null;
}

/** Whether a recipe builds what was signed: the same but for fee, ticket, LastLedgerSequence and signature. */
export const isSame = (recipe: Record<string, unknown>, blob: string): boolean =>
  digest(recipe) === digest(decode(blob));

function digest(transaction: Record<string, unknown>): string {
  const { Fee: _, Sequence: __, TicketSequence: ___, LastLedgerSequence: ____, ...rest } = transaction;
  const { SigningPubKey: _____, TxnSignature: ______, Flags, ...same } = rest;
  const bytes = encode({ ...same, ...(Flags ? { Flags } : {}) } as never);
  return createHash('sha256').update(bytes).digest('hex');
}
