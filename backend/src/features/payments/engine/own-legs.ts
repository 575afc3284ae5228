/** Legs that the platform signs with a key of its own, each on a ticket that belongs to this leg alone. */
import type { PaymentEvent } from '@tknest/contracts/events';
import { crashPoint } from '../crash-places.js';
import { purposeFor, SIGNERS, type OwnLeg } from '../own-legs.js';
import { identifierOf, type PaymentState } from '../payment.state.js';
import { authoriseLine, feeRefund, issuance, ticketed } from '../transactions.js';
import { caseOf, opening } from './cases.js';
import { commit, writeTo, type LoadedPayment } from './commit.js';
import type { PaymentPorts } from './ports.js';

const WINDOW_MS = 30_000;
const WINDOW_LEDGERS = { min: 20, max: 2_000 };

/**
 * Signs an own leg and journals, in one append: its ticket, prepared, signed, submission begins. Whatever happens after
 * that, the same blob is sent again until a validated ledger concludes it; an attempt proved absent is signed again on
 * the same ticket, so it can never apply twice. @throws TicketsExhausted, LedgerUnavailable
 */
export async function signOwnLeg(ports: PaymentPorts, loaded: LoadedPayment, leg: OwnLeg): Promise<boolean> {
  const payment = loaded.state;
  const signer = SIGNERS[leg];
  const attempt = (payment.legs[leg]?.attempt ?? 0) + 1;
  const ledgerIndex = await ports.ledger.validatedIndex();
  const ledgers = Math.ceil(WINDOW_MS / Math.max(ports.ledger.closeIntervalMs(), 1));
  const lastLedgerSequence = ledgerIndex + Math.min(Math.max(ledgers, WINDOW_LEDGERS.min), WINDOW_LEDGERS.max);
  const fee = await ports.ledger.fee();
  const unsigned = await transactionOf(ports, payment, leg);
  const recorded = await ports.accounts.tickets(signer).use(purposeFor(payment, leg), {
    sign: async (ticket): Promise<PaymentEvent[]> => {
      crashPoint('ticket-chosen', leg);
      const transaction = ticketed(unsigned, { ticket, lastLedgerSequence, fee });
      const { blob, hash } = await ports.accounts.sign(signer, transaction);
      const blobItem = await ports.blobs.keep(`payment-${payment.paymentId}`, blob);
      crashPoint('own-leg-signed', leg);
      const at = { paymentId: payment.paymentId, leg, attempt };
      const identifier = identifierOf(payment.paymentId, leg, attempt);
      const journal = { ...at, hash, sequence: 0, ticket, lastLedgerSequence };
      return [
        { type: 'LegPrepared', data: { ...at, identifier, transaction, sequence: 0, lastLedgerSequence, ledgerIndex } },
        { type: 'LegSigned', data: { ...journal, blobItem } },
        { type: 'PaymentSubmitted', data: { ...journal, ledgerIndex } },
      ];
    },
    commit: (events, assignment) =>
      commit(ports, loaded, [writeTo(loaded, events), ...(assignment ? [assignment] : [])]),
  });
  crashPoint('own-leg-recorded', leg);
  return recorded;
}

async function transactionOf(
  ports: PaymentPorts,
  payment: PaymentState,
  leg: OwnLeg,
): Promise<Record<string, unknown>> {
  const { paymentId, payer: holder, propertyId, tokens } = payment;
  const address = await ports.accounts.address(SIGNERS[leg]);
  switch (leg) {
    case 'authorise':
      return authoriseLine({ holder, issuer: address });
    case 'issuance':
      return issuance({ holder, issuer: address, property: propertyId!, purchase: paymentId, tokens: tokens! });
    case 'fee-refund':
      return feeRefund({
        from: address,
        to: holder,
        amount: payment.platformFee,
        issuer: ports.settings.rlusdIssuer,
        payment: paymentId,
      });
  }
}

/** The issuer froze the line of who has paid: a person finds out why. */
export async function reportBlockedIssuance(ports: PaymentPorts, loaded: LoadedPayment): Promise<void> {
  const opened = caseOf(loaded.state, {
    kind: 'issuance-blocked',
    summary: 'Tokens are paid for but the holder’s line is frozen.',
    txHash: loaded.state.legs.recipient?.hash ?? null,
    details: {},
  });
  await commit(ports, loaded, await opening(ports.store, opened));
}
