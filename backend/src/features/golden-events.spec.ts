import { describe, expect, it } from '@jest/globals';
import {
  EVENT_CATALOGUE,
  isMoving,
  journaledBy,
  UPCASTERS,
  type AnchorEvent,
  type CaseEvent,
  type CollectionEvent,
  type EscrowEvent,
  type IssuanceEvent,
  type TrustLineEvent,
  type IdentityEvent,
  type ListingEvent,
  type LoanEvent,
  type PayerEvent,
  type PaymentEvent,
  type PayoutLineEvent,
  type PayoutRunEvent,
  type RedemptionEvent,
  type ScreeningEvent,
  type PlatformAccountEvent,
  type XrpReturnEvent,
} from '@tknest/contracts/events';
import { upcast } from '#platform/event-store/upcasting.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { evolveAnchor, noAnchor } from '#features/anchoring/anchor.decider.js';
import { partiesOf } from '#features/audit/read-models/parties/log-parties.projection.js';
import { evolveCase, noCase } from '#features/operations-cases/case.decider.js';
import { evolveIdentity, unknownPerson } from '#features/identity/identity.state.js';
import { evolveIssuance, noIssuance } from '#features/issuance/issuance.decider.js';
import { evolveListing, unlisted } from '#features/listings/listing.decider.js';
import { evolveCollection, notCollected } from '#features/loans/collection/collection.decider.js';
import { evolveLoan, noLoan } from '#features/loans/account/loan.state.js';
import { emptyEscrow, emptyFees, evolveEscrow } from '#features/payouts/escrow/escrow.decider.js';
import { evolveBatch, noBatch } from '#features/payouts/runs/batch.state.js';
import { evolveRun, noRun } from '#features/payouts/runs/run.state.js';
import { evolvePayer, newPayer } from '#features/payments/payer.decider.js';
import { evolvePayment } from '#features/payments/payment.evolve.js';
import { noPayment } from '#features/payments/payment.state.js';
import { evolveRedemption, noRedemption } from '#features/redemption/redemption.decider.js';
import { evolveScreening, neverScreened } from '#features/screening/person/person-screening.state.js';
import { evolveTrustLine, noTrustLine } from '#features/trust-lines/trust-line.decider.js';
import { evolveReturn, noReturn } from '#features/xrp-returns/xrp-return.decider.js';
import { accountStream, evolveAccount, noAccount } from '#platform/ledger/accounts/account.state.js';

/**
 * Payloads as they were stored, one file per version, kept forever. A changed schema gets a new version with its own
 * file.
 */
const FOLDER = path.resolve('contracts/test/golden-events');
const golden = readdirSync(FOLDER).map((file) => ({
  file,
  ...(JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as {
    type: string;
    version: number;
    stream: string;
    data: object;
  }),
}));

/** A batch with the line that the files are about. */
const oneLine = evolveBatch(noBatch, {
  type: 'PayoutLinesListed',
  data: {
    runId: 'due-1-2027-01-15',
    batch: '0',
    lines: [{ wallet: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe', tokens: 5, amount: '487.5' }],
  },
});

/** How each kind of stream folds its events today. */
function fold({ stream, ...event }: { stream: string; type: string; data: object }): unknown {
  const [category] = stream.split('-');
  if (category === 'payment') return evolvePayment(noPayment, event as PaymentEvent, new Date(0));
  if (category === 'payer') return evolvePayer(newPayer, event as PayerEvent);
  if (category === 'fee') return evolveEscrow(emptyFees, event as EscrowEvent);
  if (category === 'escrow') return evolveEscrow(emptyEscrow, event as EscrowEvent);
  if (category === 'payout') return evolveRun(noRun, event as PayoutRunEvent);
  if (category === 'lines') return evolveBatch(oneLine, event as PayoutLineEvent);
  if (category === 'listing') return evolveListing(unlisted, event as ListingEvent);
  if (category === 'loan') return evolveLoan(noLoan, event as LoanEvent);
  if (category === 'collection') return evolveCollection(notCollected, event as CollectionEvent);
  if (category === 'issuance') return evolveIssuance(noIssuance, event as IssuanceEvent, new Date(0));
  if (category === 'redemption') return evolveRedemption(noRedemption, event as RedemptionEvent);
  if (category === 'xrp') return evolveReturn(noReturn, event as XrpReturnEvent);
  if (category === 'anchor') return evolveAnchor(noAnchor, event as AnchorEvent);
  if (category === 'trust') return evolveTrustLine(noTrustLine, event as TrustLineEvent, new Date(0));
  if (category === 'case') return evolveCase(noCase, event as CaseEvent);
  if (category === 'screening') return evolveScreening(neverScreened, event as ScreeningEvent);
  if (category === 'identity') return evolveIdentity(unknownPerson, event as IdentityEvent);
  if (stream.startsWith(accountStream('issuer').split('-')[0]!))
    return evolveAccount(noAccount, event as PlatformAccountEvent);
  return event;
}

describe('every event ever stored', () => {
  it.each(Object.entries(EVENT_CATALOGUE))('%s has a golden file of version %d', (type, version) => {
    expect(golden.map(({ file }) => file)).toContain(`${type}.v${version}.json`);
  });
  it.each(golden.map((event) => [event.file, event] as const))('%s still folds', (file, event) => {
    expect(file).toBe(`${event.type}.v${event.version}.json`);
    const today = upcast(event as unknown as RecordedEvent, EVENT_CATALOGUE, UPCASTERS);
    expect(today.version).toBe(EVENT_CATALOGUE[event.type as keyof typeof EVENT_CATALOGUE]);
    expect(fold({ ...event, data: today.data })).toBeDefined();
  });
  it.each(golden.map((event) => [event.file, event] as const))(
    '%s names today every wallet that it stored',
    (_, event) => {
      const metadata = { actor: { wallet: null, role: 'system' } };
      const stored = { ...event, metadata } as unknown as RecordedEvent;
      const today = upcast(stored, EVENT_CATALOGUE, UPCASTERS);
      // A search compares the stored text, but its index is built from today's form.
      expect([...partiesOf(today)]).toEqual(expect.arrayContaining([...partiesOf(stored)]));
    },
  );

  /** They name a transaction that another event tells. */
  const repeating = new Set(['RepaymentReceived', 'PrincipalOwedBack']);
  const amounts = ['amount', 'delivered', 'tokens'];
  const telling = golden.filter(
    ({ type, data }) => !repeating.has(type) && 'ledgerIndex' in data && amounts.some((name) => name in data),
  );
  it.each(telling.map((event) => [event.type, event] as const))(
    '%s, which tells what a validated ledger moved, is declared to move it',
    (_, event) => expect(isMoving(event)).toBe(true),
  );

  // A wallet signs its own trust line: no account of the platform is touched.
  const signing = golden.filter(({ type, data }) => 'blobItem' in data && type !== 'TrustLineSigned');
  it.each(signing.map((event) => [event.type, event] as const))(
    '%s, which signs for a platform account or a payment, is known to the reconciliation',
    (_, event) => {
      const hashes = JSON.stringify(event.data).match(/(?<="hash":")[^"]+/g);
      expect(journaledBy(event as never).map(({ hash }) => hash)).toEqual(hashes);
    },
  );
});
