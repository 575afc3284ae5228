/** Memos in the ledger's format (XRPL, "Memos Field"): text in uppercase hexadecimal. Pure. */

export const hexOf = (text: string): string => Buffer.from(text, 'utf8').toString('hex').toUpperCase();

/** Text of a known type, for programs. */
export const memoOf = ({ type, format }: { type: string; format: string }, data: string) => ({
  Memo: { MemoType: hexOf(type), MemoFormat: hexOf(format), MemoData: hexOf(data) },
});
