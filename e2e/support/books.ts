import pg from 'pg';
import { expect } from '@jest/globals';
import { until } from '../../scripts/lib/platform-client.mjs';
import type { Program } from './program.js';

/**
 * The check after every test that moves money: the books equal the ledger. Every holder's TKNEST equals the register
 * plus tokens that wait for a property; issued tokens equal those sold or waiting; every completed payment's hash is a
 * validated success of the right amount; the escrow's books sum to zero and equal its balance.
 */
export async function expectBooksToEqualLedger(program: Program): Promise<void> {
  await program.readModelsCaughtUp();
  const client = new pg.Client({ connectionString: program.runtime.database });
  await client.connect();
  try {
    const { rows: holders } = await client.query(
      `select wallet, sum(tokens)::text as tokens from (
         select wallet, tokens from read_models.purchases where redeemed_at is null
         union all select recipient, tokens from read_models.token_issuances where status = 'completed' and property_id is null
       ) held group by wallet`,
    );
    for (const { wallet, tokens } of holders)
      expect({ wallet, tokens: await program.onLedger(wallet, 'token') }).toEqual({ wallet, tokens });
    const issued = holders.reduce((sum, { tokens }) => sum + Number(tokens), 0);
    expect(await issuedOnLedger(program)).toBe(issued);
    const { rows: sold } = await client.query(
      'select coalesce(sum(tokens_sold), 0)::int as sold from read_models.properties',
    );
    const { rows: waiting } = await client.query(
      "select coalesce(sum(tokens), 0)::int as tokens from read_models.token_issuances where status = 'completed' and property_id is null",
    );
    const { rows: ended } = await client.query(
      "select coalesce(sum(tokens), 0)::int as tokens from read_models.token_redemptions where status = 'completed'",
    );
    expect(sold[0].sold + waiting[0].tokens - ended[0].tokens).toBe(issued);
    const { rows: paid } = await client.query(
      `select id, leg, amount::text as amount, counterparty, user_wallet, tx_hash,
              exists (select from read_models.payouts p where p.source = 'direct' and t.id like p.id || '-%') as direct
       from read_models.transactions t where status = 'completed'`,
    );
    for (const row of paid) {
      const { tx_json: tx, meta, validated } = await program.sandbox.ledger('tx', { transaction: row.tx_hash });
      expect({
        id: row.id,
        validated,
        result: meta?.TransactionResult,
        from: tx?.Account,
        to: tx?.Destination,
        amount: Number(meta?.delivered_amount?.value),
      }).toEqual({
        id: row.id,
        validated: true,
        result: 'tesSUCCESS',
        ...(row.leg === 'payout'
          ? // The line of a direct run is the landlord's own payment, which has a row of its own.
            { from: row.direct ? tx?.Account : program.runtime.accounts.payoutEscrow, to: row.user_wallet }
          : { from: row.user_wallet, to: row.counterparty }),
        amount: Number(row.amount),
      });
    }
    await expectEscrowToEqualLedger(program, client);
  } finally {
    await client.end();
  }
}

/** Waits for a quiet point: a validated transaction is booked only when the next ledger has closed. */
async function expectEscrowToEqualLedger(program: Program, client: pg.Client): Promise<void> {
  const look = async () => {
    const { rows } = await client.query<{ sum: number; ledger: number }>(
      `select coalesce(sum((e->>'amount')::numeric), 0)::float8 as sum,
              coalesce(sum((e->>'amount')::numeric) filter (where e->>'account' = 'ledger'), 0)::float8 as ledger
       from ${program.log.table}, jsonb_array_elements(data::jsonb->'entries') e where type = 'EscrowPosted'`,
    );
    const held = Number((await program.onLedger(program.runtime.accounts.payoutEscrow, 'rlusd')) ?? 0);
    return { booked: rows[0]!, held: held === 0 ? 0 : -held };
  };
  const { booked, held } = await until(look, (one) => one.booked.ledger === one.held, 'books that equal the ledger');
  expect(booked).toEqual({ sum: 0, ledger: held });
}

/** The issuer's obligations, summed over its trust lines. */
async function issuedOnLedger(program: Program): Promise<number> {
  const account = program.runtime.accounts.issuer;
  let total = 0;
  for (let marker: unknown; ;) {
    const page = await program.sandbox.ledger('account_objects', {
      account,
      type: 'state',
      ledger_index: 'validated',
      limit: 400,
      ...(marker ? { marker } : {}),
    });
    for (const line of page.account_objects) total += Math.abs(Number(line.Balance.value));
    if (!(marker = page.marker)) return total;
  }
}
