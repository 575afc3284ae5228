import type { ListingEvent } from '@tknest/contracts/events';
import { toSequence } from '../../../../platform/event-store/positions.js';
import type { Projection } from '../../../../platform/projections/projection.js';

/**
 * Who bought what: one row a settled purchase, and when its tokens ended. Names of properties come along, since they
 * never change.
 */
export const participationProjection: Projection = {
  name: 'participations',
  version: 3,
  tables: ['participations', 'property_names'],
  events: ['ListingCreated', 'TokensPurchased', 'TokensRedeemed'],
  onError: 'halt',
  async apply(events, tx) {
    for (const event of events) {
      const folded = event as unknown as Extract<
        ListingEvent,
        { type: 'ListingCreated' | 'TokensPurchased' | 'TokensRedeemed' }
      >;
      if (folded.type === 'TokensRedeemed') {
        const { propertyId, wallet, hash } = folded.data;
        await tx.query(
          'update participations set redeemed_at = $3, redemption_hash = $4 where property_id = $1 and wallet = $2',
          [propertyId, wallet, event.at, hash],
        );
        continue;
      }
      if (folded.type === 'ListingCreated') {
        await tx.query('insert into property_names (property_id, name, owner) values ($1, $2, $3)', [
          folded.data.propertyId,
          folded.data.name,
          folded.data.owner,
        ]);
        continue;
      }
      const {
        paymentId,
        propertyId,
        wallet,
        tokens,
        cost,
        platformFee,
        estimatedMonthlyReturn,
        paymentHash,
        issuanceHash,
      } = folded.data;
      await tx.query(
        `insert into participations (payment_id, seq, property_id, property_name, wallet, tokens, cost, platform_fee, monthly_return, payment_hash, issuance_hash, at, date)
         values ($1, $2, $3, (select name from property_names where property_id = $3), $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          paymentId,
          BigInt(toSequence(event.position)),
          propertyId,
          wallet,
          tokens,
          cost,
          platformFee,
          estimatedMonthlyReturn,
          paymentHash,
          issuanceHash,
          event.at,
          event.metadata.businessDate,
        ],
      );
    }
  },
};
