/**
 * The transactions of the platform's accounts that a payment needs: the issuer authorizes the payer's trust line and
 * issues the tokens; the fee wallet refunds a fee. `collecting/` handles what the payer signs.
 */
import type { PaymentEvent, PlatformAccountName } from '@tknest/contracts/events';
import { writeTo } from '#platform/event-store/commit-once.js';
import type { Next, Signed, SignedAt, TransactionOwner } from '#platform/ledger/transactions/group.js';
import { stepsUnderWay } from '#platform/ledger/transactions/steps.js';
import { nextPurpose } from '#platform/ledger/transactions/tickets.js';
import { isSigned } from '#platform/ledger/submissions/submission.js';
import { RELEASED, type Attempt } from '#platform/ledger/transactions/transaction.js';
import { findPayment, loadPayment, type LoadedPayment } from './collecting/commit.js';
import { deliveryCheck } from './collecting/delivery.js';
import { refusal } from './collecting/endings.js';
import type { PaymentPorts } from './collecting/ports.js';
import {
  CARRIED_AS,
  type OwnKind,
  type OwnLeg,
  hasEnded,
  identifierOf,
  isPaid,
  propertyOf,
  tokensOf,
  type Payment,
  type PaymentState,
} from './payment.state.js';
import { onConcluded } from './on-concluded.js';
import { plan } from './payment.plan.js';
import { authoriseLine, feeRefund, issuance } from './transactions.js';

const RELEASE_WAIT_MS = 60_000;

const SIGNERS: Record<OwnKind, PlatformAccountName> = { purchase: 'issuer', 'fee-refund': 'feeWallet' };

/**
 * It follows no events: the payment's own process, which also collects what the payer signs, has it advanced.
 * @param planNext plans the next actions; the simulation also passes faulty planners, to prove that it detects them
 */
export const paymentOwner = (
  kind: OwnKind,
  ports: PaymentPorts,
  planNext: typeof plan = plan,
): TransactionOwner<PaymentState, Payment> => ({
  kind,
  signer: SIGNERS[kind],
  correlates: true,
  events: [],
  idOf: ({ data }) => data.paymentId,
  load: (paymentId) => findPayment(ports, paymentId),
  exists: ({ phase }) => phase !== 'none',
  underWay: ({ stream, state }) => stepsUnderWay(stream, stepsOf(kind, state)),
  attemptFor: (state, { part: [leg] }) => (state.phase === 'none' ? undefined : attemptAt(state, leg as OwnLeg)),
  maySignFor: (state) =>
    state.phase !== 'none' && (kind === 'fee-refund' ? state.feeRefund !== null : !hasEnded(state)),
  about: ({ payer, propertyId }) => ({ wallet: payer, propertyId }),
  onConcluded: async (_, loaded, [ended]) => ({
    decidedOn: loaded,
    writes: () => onConcluded(ports, loaded, ended),
  }),

  credit: async (state) =>
    kind === 'purchase' && isPaid(state) ? { hash: state.principal.hash, amount: state.amount } : null,

  async next(_, loaded) {
    const actions = planNext(loaded.state, ports.clock.now(), await ports.businessDate());
    for (const action of actions) {
      if (action.do === 'sign-own' && CARRIED_AS[action.leg] === kind)
        return sign(ports, loaded, action.leg, () => lookFirst(ports, loaded, action.leg));
      // An obstacle may have appeared after the tokens were issued, so tokens already on the ledger are accepted first.
      if (kind === 'purchase' && (action.do === 'check-delivery' || action.do === 'owe-back'))
        return sign(ports, loaded, 'issuance', async () => ({ do: 'rest' }));
    }
    return { do: 'rest' };
  },

  async release(paymentId, { key, hash }) {
    const loaded = await loadPayment(ports, paymentId);
    const leg = key as OwnLeg;
    const held = loaded.state.legs[leg];
    if (held?.state !== 'held' || held.hash !== hash) return null;
    const message = 'The transaction that used its ticket did something else. It is signed again on another ticket.';
    const data = { paymentId, leg, attempt: held.attempt, hash, result: RELEASED, message };
    return { decidedOn: loaded, writes: async () => [writeTo(loaded, [{ type: 'LegFailed', data }])] };
  },
});

/** The newest attempt at a leg, in the courier's terms. */
const attemptAt = ({ legs }: Payment, leg: OwnLeg) => {
  const attempt = legs[leg];
  return attempt && { ...attempt, purpose: attempt.purpose ?? '', refusals: 0 };
};

const stepsOf = (kind: OwnKind, payment: Payment): Partial<Record<OwnLeg, Attempt>> => {
  const legs = (Object.keys(CARRIED_AS) as OwnLeg[]).filter((leg) => CARRIED_AS[leg] === kind);
  const attempts = legs.map((leg) => attemptAt(payment, leg)).filter((one) => one !== undefined);
  return Object.fromEntries(attempts.filter(isSigned).map((attempt) => [attempt.leg, attempt]));
};

/**
 * Before tokens are issued for a principal, everything is checked once more: a check costs no ticket, and a wallet that
 * may not hold tokens gets neither authorization nor tokens, however the principal arrived.
 * @throws LedgerUnavailable
 */
async function lookFirst(ports: PaymentPorts, loaded: LoadedPayment, leg: OwnLeg): Promise<Next | null> {
  const { state } = loaded;
  // A fee that belongs to a suspended wallet waits until the wallet is released.
  if (leg === 'fee-refund')
    return (await ports.paidTo(state.payer, 'line')) === 'wallet' ? null : { do: 'wait', ms: RELEASE_WAIT_MS };
  const found = state.phase === 'settling' && isPaid(state) ? await deliveryCheck(ports, { ...loaded, state }) : null;
  if (found) return { do: 'record', commit: found };
  const objection = state.phase === 'open' ? await ports.objection(state) : null;
  return objection && { do: 'record', commit: refusal(ports, loaded, objection) };
}

async function sign(
  ports: PaymentPorts,
  loaded: LoadedPayment,
  leg: OwnLeg,
  instead: () => Promise<Next | null>,
): Promise<Next> {
  const payment = loaded.state;
  const before = attemptAt(payment, leg);
  const purpose = nextPurpose(before, { use: CARRIED_AS[leg], id: payment.paymentId, part: [leg] });
  const group = [{ purpose, transaction: await transactionOf(ports, payment, leg) }];
  const attempt = (before?.attempt ?? 0) + 1;
  const journal = (signed: readonly Signed[], at: SignedAt) =>
    signed.flatMap((one) => journalOf(payment, leg, attempt, one, at));
  return { do: 'sign', order: { decidedOn: loaded, group, journal, instead } };
}

function journalOf(
  { paymentId }: Payment,
  leg: OwnLeg,
  attempt: number,
  { transaction, hash, ticket }: Signed,
  { ledgerIndex, lastLedgerSequence, blobItem }: SignedAt,
): PaymentEvent[] {
  const at = { paymentId, leg, attempt };
  const identifier = identifierOf(paymentId, leg, attempt);
  const journal = { ...at, hash, sequence: 0, ticket, lastLedgerSequence };
  return [
    { type: 'LegPrepared', data: { ...at, identifier, transaction, sequence: 0, lastLedgerSequence, ledgerIndex } },
    { type: 'LegSigned', data: { ...journal, blobItem } },
    { type: 'PaymentSubmitted', data: { ...journal, ledgerIndex } },
  ];
}

async function transactionOf(ports: PaymentPorts, payment: Payment, leg: OwnLeg): Promise<Record<string, unknown>> {
  const { paymentId, payer: holder, platformFee: amount } = payment;
  const address = await ports.accounts.address(SIGNERS[CARRIED_AS[leg]]);
  switch (leg) {
    case 'authorise':
      return authoriseLine({ holder, issuer: address });
    case 'issuance':
      return issuance({
        holder,
        issuer: address,
        property: propertyOf(payment),
        purchase: paymentId,
        tokens: tokensOf(payment),
      });
    case 'fee-refund':
      return feeRefund({ from: address, to: holder, amount, issuer: ports.settings.rlusdIssuer, payment: paymentId });
  }
}
