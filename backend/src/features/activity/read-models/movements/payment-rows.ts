/** What a payment of a person moves: a row for its payer from the start, one for its payee once a ledger shows it. */
import type { ActivityType } from '@tknest/contracts/api';
import type { PaymentEvent, PaymentKind } from '@tknest/contracts/events';
import type { EntityManager } from 'typeorm';
import type { RecordedEvent } from '../../../../platform/event-store/event-store.js';
import { amountOf, insertMovement, seqOf } from './row.js';

export const PAYMENT_EVENTS = [
  'PaymentStarted',
  'PaymentSubmitted',
  'LegValidated',
  'PaymentCompleted',
  'PaymentFailed',
  'PaymentCancelled',
  'PaymentExpired',
  'LatePrincipalFound',
  'PaymentRevived',
  'ExtraPrincipalFound',
  'ExtraFeeFound',
  'FeeLeftUnpaid',
] as const;
type Folded = Extract<PaymentEvent, { type: (typeof PAYMENT_EVENTS)[number] }>;
type Paid = { paymentId: string; hash: string; ledgerIndex: number };

const TYPES: Record<PaymentKind, ActivityType> = {
  property_purchase: 'purchase',
  rlusd_payment: 'direct_payment',
  principal_payback: 'repayment',
  deposit: 'deposit',
  refund: 'refund',
};

/** The payee's side of a payment. */
export const payeeRow = (paymentId: string) => `${paymentId}~in`;
/** What reached the escrow and was booked before its payment was known. */
export const arrivalRow = (hash: string) => `arrival-${hash}`;

export async function foldPayment(event: RecordedEvent, tx: EntityManager): Promise<void> {
  const { type, data } = event as unknown as Folded;
  const status = (to: string) =>
    tx.query('update movements set status = $2 where id = $1 or id = $3', [
      data.paymentId,
      to,
      payeeRow(data.paymentId),
    ]);
  switch (type) {
    case 'PaymentStarted':
      return started(data, event, tx);
    case 'PaymentSubmitted':
      if (data.leg !== 'recipient') return;
      return void (await tx.query(
        `update movements set status = 'processing', tx_hash = $2 where id = $1 and settled_seq is null`,
        [data.paymentId, data.hash],
      ));
    case 'LegValidated':
      if (data.leg === 'recipient') return principalPaid(data, event, tx);
      if (data.leg === 'platform') return feePaid('out', data, event, tx);
      if (data.leg === 'fee-refund') return feePaid('in', data, event, tx);
      if (data.leg === 'issuance') return tokensIssued(data, event, tx);
      return;
    case 'LatePrincipalFound':
      return principalPaid(data, event, tx);
    case 'ExtraPrincipalFound':
      return paidAgain(data, event, tx);
    case 'ExtraFeeFound':
      return feePaid('out', data, event, tx);
    case 'FeeLeftUnpaid':
      return void (await tx.query('update movements set fee = null where id = $1', [data.paymentId]));
    case 'PaymentRevived':
      return void (await status('processing'));
    case 'PaymentCompleted':
      return void (await status('completed'));
    case 'PaymentFailed':
    case 'PaymentCancelled':
    case 'PaymentExpired':
      return void (await status('failed'));
  }
}

async function started(
  data: Extract<Folded, { type: 'PaymentStarted' }>['data'],
  event: RecordedEvent,
  tx: EntityManager,
): Promise<void> {
  const platform = await tx.query('select from movement_accounts where address = $1', [data.payee]);
  const { paymentId, payer, payee, kind, propertyId, amount, platformFee, tokens } = data;
  await insertMovement(
    {
      id: paymentId,
      wallet: payer,
      type: TYPES[kind],
      direction: 'out',
      status: 'pending',
      counterparty: platform.length > 0 ? null : payee,
      propertyId,
      amount,
      fee: platformFee === '0' ? null : platformFee,
      tokens,
      paymentId,
    },
    event,
    tx,
  );
}

/**
 * A ledger shows the principal: the payer's row says so, and the payee gets one. What was booked as an arrival before
 * its payment was known stays in the period in which it arrived.
 */
async function principalPaid({ paymentId, hash, ledgerIndex }: Paid, event: RecordedEvent, tx: EntityManager) {
  await tx.query(
    `with arrived as (delete from movements where id = $8 returning at, settled_seq), paid as (
       update movements set tx_hash = $2, ledger_index = $3, at = coalesce((select at from arrived), $4),
         settled_seq = coalesce((select settled_seq from arrived), $5), receipt = payment_id::text
       where id = $1 and settled_seq is null returning *
     )
     insert into movements (id, wallet, seq, settled_seq, at, type, direction, status, counterparty, property_id, amount,
       tokens, tx_hash, ledger_index, payment_id, receipt)
     select $6, counterparty, $7, $7, at, type, 'in', status, wallet, property_id, amount, tokens, tx_hash, ledger_index,
       payment_id, receipt
     from paid where counterparty is not null`,
    [
      paymentId,
      hash,
      ledgerIndex,
      event.at,
      seqOf(event, 'out'),
      payeeRow(paymentId),
      seqOf(event, 'in'),
      arrivalRow(hash),
    ],
  );
}

/** The payer paid the principal once more: money of its own on both sides. */
async function paidAgain(
  { paymentId, hash, ledgerIndex, delivered }: Paid & { delivered: string },
  event: RecordedEvent,
  tx: EntityManager,
): Promise<void> {
  await tx.query(
    `insert into movements (id, wallet, seq, settled_seq, at, type, direction, status, counterparty, property_id, amount,
       tx_hash, ledger_index, payment_id)
     select $1 || '~again~' || $2 || side.suffix, side.wallet, side.seq, side.seq, $3, p.type, side.direction, 'completed',
       side.counterparty, p.property_id, $4::numeric, $2, $5, p.payment_id
     from movements p, lateral (values ('', p.wallet, $6::bigint, 'out', p.counterparty),
       ('~in', p.counterparty, $7::bigint, 'in', p.wallet)) as side (suffix, wallet, seq, direction, counterparty)
     where p.id = $1 and side.wallet is not null on conflict (id) do nothing`,
    [paymentId, hash, event.at, amountOf(delivered), ledgerIndex, seqOf(event, 'out'), seqOf(event, 'in')],
  );
  await tx.query('delete from movements where id = $1', [arrivalRow(hash)]);
}

/** A platform fee that a ledger shows, or one that was sent back. */
async function feePaid(
  direction: 'in' | 'out',
  { paymentId, hash, ledgerIndex, delivered }: Paid & { delivered: string | null },
  event: RecordedEvent,
  tx: EntityManager,
): Promise<void> {
  await tx.query(
    `insert into movements (id, wallet, seq, settled_seq, at, type, direction, status, property_id, amount, tx_hash,
       ledger_index, payment_id, receipt)
     select $1 || '~fee~' || $2, wallet, $3, $3, $4, 'fee', $5, 'completed', property_id, coalesce($6::numeric, fee), $2, $7,
       payment_id, receipt
     from movements where id = $1 on conflict (id) do nothing`,
    [paymentId, hash, seqOf(event, direction), event.at, direction, delivered && amountOf(delivered), ledgerIndex],
  );
  // One that was given up has landed after all.
  if (direction === 'out' && delivered)
    await tx.query('update movements set fee = $2 where id = $1 and fee is null', [paymentId, amountOf(delivered)]);
}

async function tokensIssued({ paymentId, hash, ledgerIndex }: Paid, event: RecordedEvent, tx: EntityManager) {
  await tx.query(
    `insert into movements (id, wallet, seq, settled_seq, at, type, direction, status, property_id, tokens, tx_hash,
       ledger_index, payment_id, receipt)
     select $1 || '~tokens', wallet, $2, $2, $3, 'issuance', 'in', 'completed', property_id, tokens, $4, $5, payment_id, receipt
     from movements where id = $1 on conflict (id) do nothing`,
    [paymentId, seqOf(event, 'in'), event.at, hash, ledgerIndex],
  );
}
