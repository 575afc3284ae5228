const WORDS: Record<string, string> = {
  tecPATH_DRY: 'the recipient has no usable trust line, or a line is frozen',
  tecPATH_PARTIAL: 'there was not enough balance, or the recipient’s limit is too small',
  tecUNFUNDED_PAYMENT: 'there was not enough balance',
  tecNO_AUTH: 'the trust line is not authorized',
  tecNO_DST: 'the recipient’s account does not exist',
  tecNO_PERMISSION: 'the recipient does not accept payments from this account',
  tecDST_TAG_NEEDED: 'the recipient needs a destination tag',
  tecNO_LINE_INSUF_RESERVE: 'there is not enough XRP for the reserve of a new trust line',
  tecINSUF_RESERVE_LINE: 'there is not enough XRP for the reserve of a new trust line',
};

/** A ledger's result code as a message that also contains the code. */
export const meaningOf = (result: string): string => `${WORDS[result] ?? 'it could not be applied'} (${result})`;
