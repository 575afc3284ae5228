/** Tokens that were issued or taken back, and what each wallet holds of which property. */
import type { IssuanceEvent, ListingEvent } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { insertMovement, seqOf } from './row.js';

export const TOKEN_EVENTS = [
  'ListingCreated',
  'TokensPurchased',
  'TokensRedeemed',
  'TokensIssued',
  'TokenIssuanceAssigned',
] as const;
type Folded = Extract<ListingEvent | IssuanceEvent, { type: (typeof TOKEN_EVENTS)[number] }>;

const issuedRow = (issuanceId: string) => `issued-${issuanceId}`;

export async function foldTokens(event: RecordedEvent, tx: EntityManager): Promise<void> {
  const { type, data } = event as unknown as Folded;
  const hold = (id: string, wallet: string, propertyId: number, tokens: number, cost: string) =>
    tx.query(
      `insert into movement_holdings (id, wallet, property_id, seq, at, tokens, cost) values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (id) do nothing`,
      [id, wallet, propertyId, seqOf(event, 'in'), event.at, tokens, cost],
    );
  switch (type) {
    case 'ListingCreated':
      return void (await tx.query('insert into movement_properties (property_id, name, owner) values ($1, $2, $3)', [
        data.propertyId,
        data.name,
        data.owner,
      ]));
    case 'TokensPurchased':
      return void (await hold(data.paymentId, data.wallet, data.propertyId, data.tokens, data.cost));
    case 'TokensRedeemed': {
      const { redemptionId, wallet, propertyId, tokens, hash, ledgerIndex } = data;
      await hold(redemptionId, wallet, propertyId, -tokens, '0');
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

/** The payment that counts for the tokens bought them: on both sides it is a purchase, and its fee that of one. */
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
