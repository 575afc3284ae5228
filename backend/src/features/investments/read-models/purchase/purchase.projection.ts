import type { ListingEvent } from '@tknest/contracts/events';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { toSequence } from '#platform/event-store/positions.js';
import type { Projection } from '#platform/projections/projection.js';
import { writeRows } from '#platform/projections/write-rows.js';

type Folded = Extract<ListingEvent, { type: 'ListingCreated' | 'TokensPurchased' | 'TokensRedeemed' }>;

/**
 * Who bought what: one row per settled purchase, with the time when its tokens ended. Rows include the properties'
 * names, which never change.
 */
export const purchaseProjection: Projection<Folded> = {
  name: 'purchases',
  version: 1,
  tables: ['purchases', 'property_names'],
  events: ['ListingCreated', 'TokensPurchased', 'TokensRedeemed'],
  onError: 'halt',
  async apply(events, tx) {
    const names: object[] = [];
    const bought: ReturnType<typeof rowOf>[] = [];
    const redeemed = new Map<string, object>();
    for (const event of events) {
      const { type, data } = event;
      if (type === 'ListingCreated') names.push({ property_id: data.propertyId, name: data.name, owner: data.owner });
      else if (type === 'TokensPurchased') bought.push(rowOf(data, event));
      else {
        const { propertyId, wallet } = data;
        const ended = { redeemed_at: event.at };
        redeemed.set(`${propertyId} ${wallet}`, { property_id: propertyId, wallet, ...ended });
        // Not the purchases that come after it.
        for (const row of bought)
          if (row.property_id === propertyId && row.wallet === wallet) Object.assign(row, ended);
      }
    }
    await writeRows(
      tx,
      'insert into property_names select * from jsonb_populate_recordset(null::property_names, $1)',
      names,
    );
    await writeRows(
      tx,
      `update purchases p set redeemed_at = r.redeemed_at
       from jsonb_populate_recordset(null::purchases, $1) r
       where p.property_id = r.property_id and p.wallet = r.wallet`,
      redeemed.values(),
    );
    await writeRows(
      tx,
      `insert into purchases (${COLUMNS}, property_name)
       select ${COLUMNS}, n.name from jsonb_populate_recordset(null::purchases, $1)
         left join property_names n using (property_id)`,
      bought,
    );
  },
};

const COLUMNS = `payment_id, seq, property_id, wallet, tokens, cost, platform_fee, monthly_return, payment_hash,
  issuance_hash, at, date, redeemed_at`;

const rowOf = (
  data: Extract<Folded, { type: 'TokensPurchased' }>['data'],
  { position, at, metadata }: RecordedEvent,
) => ({
  payment_id: data.paymentId,
  seq: toSequence(position),
  property_id: data.propertyId,
  wallet: data.wallet,
  tokens: data.tokens,
  cost: data.cost,
  platform_fee: data.platformFee,
  monthly_return: data.estimatedMonthlyReturn,
  payment_hash: data.paymentHash,
  issuance_hash: data.issuanceHash,
  at,
  date: metadata.businessDate,
});
