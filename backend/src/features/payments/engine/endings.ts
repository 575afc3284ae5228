/**
 * How a payment ends. Each ending is one commit: the payment's fact, the payer's lock and the listing's reservation
 * move together.
 */
import type { CaseEvent, PaymentEvent } from '@tknest/contracts/events';
import { toDecimal } from '@tknest/contracts/money';
import { crashPoint } from '../crash-places.js';
import { available, releaseTokens, reserveTokens, settlePurchase } from '../../listings/listings.public.js';
import { issuesTokens, type OrphanBlob, type PaymentState } from '../payment.state.js';
import type { PaymentPorts } from './ports.js';
import { lastRevision, loadListing, loadPayer, note, record, type Loaded, type Write } from './streams.js';

type Failure = Extract<PaymentEvent, { type: 'PaymentFailed' | 'PaymentCancelled' | 'PaymentExpired' }>;

/** Nothing was paid: the reservation and the payer's lock are released with the payment's last fact. */
export async function endUnpaid(
  ports: PaymentPorts,
  loaded: Loaded<PaymentState>,
  before: PaymentEvent[],
  event: Failure,
): Promise<boolean> {
  const payment = loaded.state;
  const writes: Write[] = [{ loaded, events: [...before, event] }];
  const reason = { PaymentFailed: 'failed', PaymentCancelled: 'cancelled', PaymentExpired: 'expired' }[event.type];
  writes.push(await closePayer(ports, payment, event.type === 'PaymentExpired' ? 'unsigned' : 'failed'));
  if (payment.propertyId !== null && issuesTokens(payment)) {
    const listing = await loadListing(ports.store, payment.propertyId);
    writes.push({ loaded: listing, events: releaseTokens({ paymentId: payment.paymentId, reason }, listing.state) });
  }
  crashPoint('before-release');
  const ended = await record(ports, loaded, writes);
  crashPoint('after-release');
  return ended;
}

/** Principal validated and, for a purchase, tokens issued. */
export async function complete(ports: PaymentPorts, loaded: Loaded<PaymentState>): Promise<boolean> {
  const payment = loaded.state;
  const writes: Write[] = [{ loaded, events: [{ type: 'PaymentCompleted', data: { paymentId: payment.paymentId } }] }];
  writes.push(await closePayer(ports, payment, 'settled'));
  if (issuesTokens(payment)) {
    const listing = await loadListing(ports.store, payment.propertyId!);
    writes.push({
      loaded: listing,
      events: settlePurchase(
        {
          paymentId: payment.paymentId,
          wallet: payment.payer,
          tokens: payment.tokens!,
          cost: toDecimal(payment.amount),
          platformFee: toDecimal(payment.platformFee),
          paymentHash: payment.legs.recipient!.hash!,
          issuanceHash: payment.legs.issuance!.hash!,
        },
        listing.state,
      ),
    });
  }
  if (payment.refundOf) writes.push(await settleCase(ports, payment.refundOf, payment));
  crashPoint('before-completion');
  const completed = await record(ports, loaded, writes);
  crashPoint('after-completion');
  return completed;
}

async function closePayer(
  ports: PaymentPorts,
  payment: PaymentState,
  outcome: 'settled' | 'failed' | 'unsigned',
): Promise<Write> {
  const payer = await loadPayer(ports.store, payment.payer);
  if (payer.state.open !== payment.paymentId) return { loaded: payer, events: [] };
  return {
    loaded: payer,
    events: [
      {
        type: 'PayerPaymentClosed',
        data: { wallet: payment.payer, paymentId: payment.paymentId, outcome, at: ports.clock.now().toISOString() },
      },
    ],
  };
}

const lateCase = (paymentId: string) => `late-principal-${paymentId}`;

/** A refund is paid: the case that asked for it is closed, unless a person has closed it before. */
async function settleCase(ports: PaymentPorts, refundOf: string, refund: PaymentState): Promise<Write> {
  const caseId = lateCase(refundOf);
  const stream = `case-${caseId}`;
  const expected = await lastRevision(ports.store, stream);
  const event: CaseEvent = {
    type: 'CaseResolved',
    data: {
      caseId,
      resolution: 'refunded',
      note: `The owner paid it back with payment ${refund.paymentId}, transaction ${refund.legs.recipient!.hash}.`,
    },
  };
  // Opened and nothing since.
  return { loaded: { stream, expected }, events: expected === 0 ? [event] : [] };
}

/** Opens a case about a payment once: its stream's name says what it is about. */
export async function openCase(
  ports: PaymentPorts,
  loaded: Loaded<PaymentState>,
  opened: Omit<Extract<CaseEvent, { type: 'CaseOpened' }>['data'], 'caseId' | 'paymentId' | 'propertyId' | 'wallet'>,
): Promise<boolean> {
  const payment = loaded.state;
  const caseId = `${opened.kind}-${payment.paymentId}`;
  const event: CaseEvent = {
    type: 'CaseOpened',
    data: { caseId, paymentId: payment.paymentId, propertyId: payment.propertyId, wallet: payment.payer, ...opened },
  };
  return record(ports, loaded, [{ loaded: { stream: `case-${caseId}`, expected: 'none' }, events: [event] }]);
}

const REMEDIES = {
  issue: 'A payment landed after it had ended; its tokens are being issued.',
  refund: 'A payment landed after it had ended and nothing can be issued for it: the owner is asked to refund.',
  count: 'A refund landed after it had ended: it counts as paid.',
};

/**
 * A principal that landed after its payment had ended. Tokens are issued if any are left; otherwise the owner is asked
 * to refund. Either way a case says so.
 */
export async function acceptLatePrincipal(
  ports: PaymentPorts,
  loaded: Loaded<PaymentState>,
  orphan: Pick<OrphanBlob, 'hash'>,
  ledgerIndex: number,
): Promise<boolean> {
  const payment = loaded.state;
  const found: PaymentEvent = {
    type: 'LatePrincipalFound',
    data: { paymentId: payment.paymentId, hash: orphan.hash, ledgerIndex, delivered: toDecimal(payment.amount) },
  };
  const listing = issuesTokens(payment) ? await loadListing(ports.store, payment.propertyId!) : null;
  const tokensLeft =
    listing !== null && listing.state.status !== 'closed' && available(listing.state) >= payment.tokens!;
  const remedy = payment.kind === 'refund' ? 'count' : tokensLeft ? 'issue' : 'refund';
  const caseId = lateCase(payment.paymentId);
  const writes: Write[] = [
    {
      loaded,
      events:
        remedy !== 'refund' ? [found, { type: 'PaymentRevived', data: { paymentId: payment.paymentId } }] : [found],
    },
    {
      loaded: { stream: `case-${caseId}`, expected: 'none' },
      events: [
        {
          type: 'CaseOpened',
          data: {
            caseId,
            kind: 'late-principal',
            paymentId: payment.paymentId,
            propertyId: payment.propertyId,
            wallet: payment.payer,
            txHash: orphan.hash,
            summary: REMEDIES[remedy],
            details: { amount: toDecimal(payment.amount), payee: payment.payee, remedy },
          },
        },
      ],
    },
  ];
  if (tokensLeft)
    writes.push({
      loaded: listing,
      events: reserveTokens(
        { paymentId: payment.paymentId, wallet: payment.payer, tokens: payment.tokens! },
        listing.state,
      ),
    });
  crashPoint('before-late-principal');
  return record(ports, loaded, writes);
}

/** The fee is written off: visible as unpaid. */
export function giveUpFee(ports: PaymentPorts, loaded: Loaded<PaymentState>, reason: string): Promise<boolean> {
  return note(ports, loaded, { type: 'FeeLeftUnpaid', data: { paymentId: loaded.state.paymentId, reason } });
}
