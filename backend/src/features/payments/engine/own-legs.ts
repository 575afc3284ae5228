/**
 * Legs that the platform signs with the issuer's key: authorisation of a line, and issuance. One ticket per leg and
 * purpose.
 */
import type { PaymentEvent } from '@tknest/contracts/events';
import { crashPoint } from '../crash-places.js';
import type { PaymentState } from '../payment.state.js';
import { authoriseLine, issuance } from '../transactions.js';
import { identifierOf } from './payer-legs.js';
import type { PaymentPorts } from './ports.js';
import { note, type Loaded } from './streams.js';

const WINDOW_MS = 30_000;
const WINDOW_LEDGERS = { min: 20, max: 2_000 };

/**
 * Signs and journals, in one append, an own leg: prepared, signed, submission begins. Whatever happens after that, the
 * same blob is sent again until a validated ledger concludes it; an attempt proved absent is signed again on the same
 * ticket, so it can never apply twice.
 */
export async function signOwnLeg(
  ports: PaymentPorts,
  loaded: Loaded<PaymentState>,
  leg: 'authorise' | 'issuance',
): Promise<boolean> {
  const payment = loaded.state;
  const before = payment.legs[leg];
  const attempt = (before?.attempt ?? 0) + 1;
  const ledgerIndex = await ports.ledger.validatedIndex();
  const ticket =
    before?.state === 'void' && before.ticket !== null
      ? before.ticket
      : await ports.issuer.ticketFor(`${payment.paymentId}/${leg}/${attempt}`);
  crashPoint('ticket-assigned', leg);
  const ledgers = Math.ceil(WINDOW_MS / Math.max(ports.ledger.closeIntervalMs(), 1));
  const lastLedgerSequence = ledgerIndex + Math.min(Math.max(ledgers, WINDOW_LEDGERS.min), WINDOW_LEDGERS.max);
  const common = {
    holder: payment.payer,
    issuer: await ports.issuer.address(),
    ticket,
    lastLedgerSequence,
    fee: await ports.ledger.fee(),
  };
  const transaction =
    leg === 'authorise'
      ? authoriseLine(common)
      : issuance({ ...common, property: payment.propertyId!, purchase: payment.paymentId, tokens: payment.tokens! });
  const { blob, hash } = await ports.issuer.sign(transaction);
  const blobItem = await ports.blobs.keep(payment.paymentId, blob);
  crashPoint('own-leg-signed', leg);
  const at = { paymentId: payment.paymentId, leg, attempt };
  const events: PaymentEvent[] = [
    {
      type: 'LegPrepared',
      data: {
        ...at,
        identifier: identifierOf(payment.paymentId, leg, attempt),
        transaction,
        sequence: 0,
        lastLedgerSequence,
        ledgerIndex,
      },
    },
    { type: 'LegSigned', data: { ...at, hash, sequence: 0, ticket, lastLedgerSequence, blobItem } },
    { type: 'PaymentSubmitted', data: { ...at, hash, sequence: 0, ticket, lastLedgerSequence, ledgerIndex } },
  ];
  const noted = await note(ports, loaded, ...events);
  crashPoint('own-leg-recorded', leg);
  return noted;
}
