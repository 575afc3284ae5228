/**
 * RLUSD that reached the payout escrow or the fee wallet outside any payment of the platform. It is a movement of its
 * sender's wallet.
 */
import {
  isSuspense,
  type CaseOpened,
  type EscrowAccount,
  type EscrowPosted,
  type FeesPosted,
  type PlatformAccountMade,
} from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { Recorded, RecordedEvent } from '#platform/event-store/event-store.js';
import { arrivalRow } from './payment-rows.js';
import { amountOf, insertMovement } from './row.js';

export const ARRIVAL_EVENTS = ['PlatformAccountMade', 'EscrowPosted', 'FeesPosted', 'CaseOpened'] as const;
export type ArrivalFact = PlatformAccountMade | EscrowPosted | FeesPosted | CaseOpened;

/** Null until its case decides whose it is. */
const UNKNOWN = '';
const DEPOSIT = /^deposit\/(\d+)$/;

export async function foldArrival(event: Recorded<ArrivalFact>, tx: EntityManager): Promise<void> {
  const { type, data } = event;
  switch (type) {
    case 'PlatformAccountMade':
      return void (await tx.query('insert into movement_accounts values ($1) on conflict do nothing', [data.address]));
    case 'EscrowPosted':
    case 'FeesPosted':
      return arrived(data, event, tx);
    case 'CaseOpened':
      if (!isSuspense(data.kind) || !data.wallet || !data.txHash) return;
      return void (await tx.query('update movements set wallet = $2 where id = $1 and wallet = $3', [
        arrivalRow(data.txHash),
        data.wallet,
        UNKNOWN,
      ]));
  }
}

/**
 * Money for a property's deposit belongs to its landlord. Money in suspense waits for a decision and may be sent back;
 * its case, opened in the same commit, names the sender. Small arrivals from many senders belong to nobody.
 */
async function arrived(
  { kind, entries, hash, ledgerIndex }: EscrowPosted['data'],
  event: RecordedEvent,
  tx: EntityManager,
): Promise<void> {
  if (kind !== 'arrival' || hash === null || ledgerIndex === null) return;
  for (const { account, amount } of entries) {
    const about = await purposeOf(account, hash, tx);
    if (!about || (await isPayment(hash, tx))) continue;
    const row = { ...about, id: arrivalRow(hash), amount: amountOf(amount), paid: { hash, ledgerIndex } };
    await insertMovement({ direction: 'out', status: 'completed', ...row }, event, tx);
  }
}

async function purposeOf(account: EscrowAccount, hash: string, tx: EntityManager) {
  if (account === `suspense/${hash}`) return { wallet: UNKNOWN, type: 'direct_payment' as const };
  const propertyId = DEPOSIT.exec(account)?.[1];
  if (!propertyId) return null;
  const [property] = await tx.query('select owner from movement_properties where property_id = $1', [propertyId]);
  return property && { wallet: property.owner as string, type: 'deposit' as const, propertyId: Number(propertyId) };
}

const isPayment = async (hash: string, tx: EntityManager): Promise<boolean> =>
  (await tx.query('select from movements where tx_hash = $1', [hash])).length > 0;
