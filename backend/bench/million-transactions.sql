-- A transaction log of $1 rows over three years, as a busy platform's would be: some wallets and properties far busier than others, most
-- payments completed; two rows are ten events and so twenty steps of `seq` apart. The rows are made here and not by the projection, whose speed event-store.mjs measures.
with people as (
  select n, 'r' || substr(translate(encode(sha256(('wallet' || n)::bytea), 'base64'), '0OIl+/=', ''), 1, 33) as wallet from generate_series(0, 19999) n
), houses as (
  select n, (array['Sample', 'Example', 'Specimen', 'Template', 'Placeholder', 'Demo', 'Harbour', 'Orchard', 'Mill', 'Chapel', 'Garden', 'Station'])[1 + n % 12] || ' '
         || (array['Court', 'Terrace', 'House', 'Row', 'Mews', 'Lofts', 'Gardens', 'Yard', 'Place', 'Square', 'Wharf'])[1 + n % 11] || ' ' || n as name
  from generate_series(1, 2000) n
), drawn as (
  select n, floor(20000 * power(random(), 3))::int as person, 1 + floor(2000 * power(random(), 2))::int as house, random() as luck, n % 20 as kind
  from generate_series(1, $1::int) n
)
insert into read_models.transactions (id, seq, payment_id, leg, status, type, description, user_wallet, counterparty, amount, currency, property_id, property_name, at, date, tx_hash)
select
  'bench-' || d.n, d.n::bigint * 20, gen_random_uuid(), case when kind between 6 and 10 then 'platform' else 'recipient' end,
  case when d.n > $1::int - 400 and luck > 0.5 then 'processing' when luck < 0.965 then 'completed' when luck < 0.995 then 'failed' else 'pending' end,
  case when kind < 6 then 'property_purchase' when kind < 11 then 'platform_fee' when kind < 18 then 'monthly_payout' when kind = 18 then 'principal_payback' else 'rlusd_payment' end,
  case when kind < 6 then 'Purchase of ' || (1 + d.n % 50) || ' tokens of ' || h.name
       when kind < 11 then 'Platform fee: Purchase of ' || (1 + d.n % 50) || ' tokens of ' || h.name
       when kind < 18 then 'Rent share of ' || h.name
       when kind = 18 then 'Loan payback for ' || h.name
       else 'RLUSD payment' end,
  p.wallet, 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe', (1 + (d.n::bigint * 7919) % 500000) / 100.0, 'RLUSD',
  case when kind = 19 then null else h.n end, case when kind = 19 then null else h.name end,
  to_char(timestamp '2026-11-21' - ($1::int - d.n) * (interval '3 years' / $1::int), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  to_char(timestamp '2026-11-21' - ($1::int - d.n) * (interval '3 years' / $1::int), 'YYYY-MM-DD'),
  case when luck < 0.965 then upper(encode(sha256(('tx' || d.n)::bytea), 'hex')) end
from drawn d join people p on p.n = d.person join houses h on h.n = d.house
