/** What is wrong with a holder's TKNEST line, as an admin reads it. */
export const LINE_WORDS = {
  missing: 'The recipient has no TKNEST trust line',
  'too-small': 'The limit of the recipient’s TKNEST trust line is too small',
  frozen: 'The recipient’s TKNEST trust line is frozen',
} as const;
