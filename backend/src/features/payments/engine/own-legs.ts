/** Legs that the platform signs with a key of its own, each on a ticket that belongs to this leg alone. */
import type { PaymentEvent } from '@tknest/contracts/events';
import { signOnTicket, type SignedOnTicket } from '../../../platform/ledger/accounts/sign-on-ticket.js';
import { purposeFor, SIGNERS, type OwnLeg } from '../own-legs.js';
import { identifierOf, type PaymentState } from '../payment.state.js';
import { authoriseLine, feeRefund, issuance } from '../transactions.js';
import { commit, writeTo, type LoadedPayment } from './commit.js';
import type { PaymentPorts } from './ports.js';

/**
 * Signs an own leg and journals, in one append: its ticket, prepared, signed, submission begins. @throws
 * TicketsExhausted, LedgerUnavailable
 */
export async function signOwnLeg(ports: PaymentPorts, loaded: LoadedPayment, leg: OwnLeg): Promise<boolean> {
  const payment = loaded.state;
  const attempt = (payment.legs[leg]?.attempt ?? 0) + 1;
  return signOnTicket(ports, {
    signer: SIGNERS[leg],
    purpose: purposeFor(payment, leg),
    subject: leg,
    unsigned: await transactionOf(ports, payment, leg),
    owner: loaded.stream,
    commit: (signed, assignment) =>
      commit(ports, loaded, [
        writeTo(loaded, factsOf(payment, leg, attempt, signed)),
        ...(assignment ? [assignment] : []),
      ]),
  });
}

function factsOf(payment: PaymentState, leg: OwnLeg, attempt: number, signed: SignedOnTicket): PaymentEvent[] {
  const { transaction, hash, ticket, ledgerIndex, lastLedgerSequence, blobItem } = signed;
  const at = { paymentId: payment.paymentId, leg, attempt };
  const identifier = identifierOf(payment.paymentId, leg, attempt);
  const journal = { ...at, hash, sequence: 0, ticket, lastLedgerSequence };
  return [
    { type: 'LegPrepared', data: { ...at, identifier, transaction, sequence: 0, lastLedgerSequence, ledgerIndex } },
    { type: 'LegSigned', data: { ...journal, blobItem } },
    { type: 'PaymentSubmitted', data: { ...journal, ledgerIndex } },
  ];
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
