/** Whether a line `l` of a payout run is a rent share: of a holder's tokens, or paid directly to the only holder. */
export const IS_SHARE = `(l.tokens is not null
  or exists (select from payouts r where r.id = l.run_id and r.source = 'direct'))`;
