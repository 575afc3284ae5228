import type { RedemptionEvent, TokensRedeemed } from '@tknest/contracts/events';
import type { Projection } from '#platform/projections/projection.js';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A holder's tokens that are redeemed after the loan was paid off. `seq` is the log position of the order. */
@Entity({ name: 'token_redemptions' })
export class TokenRedemption {
  @PrimaryColumn('uuid') id!: string;
  @Column('bigint') seq!: string;
  @Column('integer', { name: 'property_id' }) propertyId!: number;
  @Column('text') holder!: string;
  @Column('bigint') tokens!: string;
  @Column('text') status!: 'pending' | 'processing' | 'completed';
  @Column('text', { name: 'tx_hash', nullable: true }) txHash!: string | null;
  @Column('text') at!: string;
  @Column('text', { name: 'redeemed_at', nullable: true }) redeemedAt!: string | null;
}

type Folded = RedemptionEvent | TokensRedeemed;

/** Tokens being redeemed, and redeemed ones. */
export const tokenRedemptionsProjection: Projection<Folded> = {
  name: 'token-redemptions',
  version: 1,
  tables: ['token_redemptions'],
  events: ['TokenRedemptionOrdered', 'TokenRedemptionSubmitted', 'TokenRedemptionConcluded', 'TokensRedeemed'],
  onError: 'halt',
  async apply(events, tx) {
    for (const { type, data, position, at } of events) {
      if (type === 'TokenRedemptionOrdered')
        await tx.query(
          `insert into token_redemptions (id, seq, property_id, holder, tokens, status, at)
           values ($1, $2, $3, $4, $5, 'pending', $6)`,
          [data.redemptionId, BigInt(position), data.propertyId, data.holder, data.tokens, at],
        );
      else if (type === 'TokenRedemptionSubmitted')
        await tx.query("update token_redemptions set status = 'processing', tx_hash = $2 where id = $1", [
          data.redemptionId,
          data.hash,
        ]);
      else if (type === 'TokenRedemptionConcluded')
        // Whatever its outcome, the attempt is no longer in progress; redeemed tokens have an event of their own.
        await tx.query("update token_redemptions set status = 'pending' where id = $1 and status = 'processing'", [
          data.redemptionId,
        ]);
      else
        await tx.query(
          "update token_redemptions set status = 'completed', tx_hash = $2, redeemed_at = $3 where id = $1",
          [data.redemptionId, data.hash, at],
        );
    }
  },
};
