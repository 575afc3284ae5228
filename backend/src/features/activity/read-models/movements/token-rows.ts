/** Tokens that were issued or taken back, and each wallet's holdings by property. */
import type { IssuanceEvent, ListingEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { Recorded, RecordedEvent } from '#platform/event-store/event-store.js';
import { writeRows } from '#platform/projections/write-rows.js';
import { insertMovement, seqOf } from './row.js';

export const TOKEN_EVENTS = [
  'ListingCreated',
  'TokensPurchased',
  'TokensRedeemed',
  'TokensIssued',
  'TokenIssuanceAssigned',
] as const;
export type TokenFact = Extract<ListingEvent | IssuanceEvent, { type: (typeof TOKEN_EVENTS)[number] }>;
export type Purchased = Extract<TokenFact, { type: 'TokensPurchased' }>;
type Held = Pick<Purchased['data'], 'wallet' | 'propertyId' | 'tokens' | 'cost'>;

const issuedRow = (issuanceId: string) => `issued-${issuanceId}`;

export async function foldTokens(event: Recorded<Exclude<TokenFact, Purchased>>, tx: EntityManager): Promise<void> {
  const { type, data } = event;
  switch (type) {
    case 'ListingCreated':
      return void (await tx.query('insert into movement_properties (property_id, name, owner) values ($1, $2, $3)', [
        data.propertyId,
        data.name,
        data.owner,
      ]));
    case 'TokensRedeemed': {
      const { redemptionId, wallet, propertyId, tokens, hash, ledgerIndex } = data;
      await hold([holdingOf(redemptionId, { wallet, propertyId, tokens: -tokens, cost: '0' }, event)], tx);
      const ended = { type: 'redemption', direction: 'out', status: 'completed' } as const;
      const row = { id: `redeemed-${redemptionId}`, wallet, propertyId, tokens, paid: { hash, ledgerIndex } };
      return insertMovement({ ...ended, ...row }, event, tx);
    }
    case 'TokensIssued': {
      const { issuanceId, recipient, tokens, hash, ledgerIndex } = data;
      const issued = { type: 'issuance', direction: 'in', status: 'completed' } as const;
      const row = { id: issuedRow(issuanceId), wallet: recipient, tokens, paid: { hash, ledgerIndex } };
      return insertMovement({ ...issued, ...row }, event, tx);
    }
    case 'TokenIssuanceAssigned':
      return assigned(data, tx);
  }
}

/** Writes the register changes of all purchases in a page with one statement. */
export const foldPurchases = (events: readonly Recorded<Purchased>[], tx: EntityManager): Promise<void> =>
  hold(
    events.map((event) => holdingOf(event.data.paymentId, event.data, event)),
    tx,
  );

const holdingOf = (id: string, { wallet, propertyId, tokens, cost }: Held, event: RecordedEvent) => ({
  id,
  wallet,
  property_id: propertyId,
  seq: String(seqOf(event, 'in')),
  date: event.metadata.businessDate,
  tokens,
  cost,
});

const hold = (holdings: readonly ReturnType<typeof holdingOf>[], tx: EntityManager): Promise<void> =>
  writeRows(
    tx,
    `insert into movement_holdings (${HELD}) select ${HELD} from jsonb_populate_recordset(null::movement_holdings, $1)
     on conflict (id) do nothing`,
    holdings,
  );
const HELD = 'id, wallet, property_id, seq, date, tokens, cost';

/**
 * A direct payment counted as the price of the tokens: both of its rows become a purchase, and its fee a purchase's
 * fee.
 */
async function assigned(
  { issuanceId, propertyId, paymentId }: { issuanceId: string; propertyId: number; paymentId: string },
  tx: EntityManager,
): Promise<void> {
  await tx.query('update movements set property_id = $2 where id = $1', [issuedRow(issuanceId), propertyId]);
  await tx.query(
    `update movements set property_id = $2, type = case type when 'direct_payment' then 'purchase' else type end
     where payment_id = $1`,
    [paymentId, propertyId],
  );
}
