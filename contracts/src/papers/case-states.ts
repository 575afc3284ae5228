/** How a compliance case stands, or how it was decided. Apart from `case-file`: the queue has no use for that. */
export const CASE_STATE_WORDS = {
  open: 'To review',
  asked: 'Asked',
  'second-approval': 'Second approval',
  clear: 'Cleared',
  reject: 'Rejected',
} as const;
