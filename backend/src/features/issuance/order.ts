/**
 * The transactions that an order to issue tokens needs: the trust line is authorized if needed, then the tokens are
 * issued.
 */
import type { IssuanceEvent, IssuanceStep } from '@tknest/contracts/events';
import { writeTo } from '#platform/event-store/commit-once.js';
import { load, type Loaded } from '#platform/event-store/folding.js';
import type { Credit, Next, OwnerPorts, TransactionOwner } from '#platform/ledger/transactions/group.js';
import { journalOf, releaseOf, stepsUnderWay } from '#platform/ledger/transactions/steps.js';
import { nextPurpose } from '#platform/ledger/transactions/tickets.js';
import { authoriseLine, issuance, paymentFold, tokenLine } from '#features/payments/rules.public.js';
import { issuanceFold, type IssuanceState, LINE_WORDS } from './issuance.decider.js';
import { failed, onConcluded } from './on-concluded.js';

export interface IssuancePorts extends OwnerPorts {
  /** Whether a wallet's owner is verified now. */
  isVerified(wallet: string): Promise<boolean>;
}

const SIGNER = 'issuer';

export const issuanceOwner = (ports: IssuancePorts): TransactionOwner<IssuanceState> => ({
  kind: 'issuance',
  signer: SIGNER,
  correlates: true,
  events: ['TokenIssuanceOrdered'],
  idOf: ({ data }) => data.issuanceId,
  load: (issuanceId) => load(ports.store, issuanceFold(issuanceId)),
  exists: ({ phase }) => phase !== 'none',
  underWay: ({ stream, state }) => stepsUnderWay(stream, state.steps),
  attemptFor: ({ steps }, { part: [step] }) => steps[step as IssuanceStep],
  maySignFor: ({ phase }) => phase === 'open',
  credit: ({ paymentId }) => creditOf(ports, paymentId),
  about: ({ recipient }) => ({ wallet: recipient }),
  next: (_, loaded) => next(ports, loaded),

  async release(issuanceId, { key, hash }) {
    const loaded = await load(ports.store, issuanceFold(issuanceId));
    const step = key as IssuanceStep;
    const fact = releaseOf(loaded.state.steps[step], hash);
    const event: IssuanceEvent | null = fact && { type: 'TokenIssuanceConcluded', data: { issuanceId, step, ...fact } };
    return event && { decidedOn: loaded, writes: async () => [writeTo(loaded, [event])] };
  },
  onConcluded: async (_, loaded, [ended]) => ({
    decidedOn: loaded,
    writes: async () => [writeTo(loaded, onConcluded(loaded.state, ended))],
  }),
});

/** The direct payment that automation answers with tokens. */
async function creditOf({ store }: IssuancePorts, paymentId: string | null): Promise<Credit | null> {
  if (paymentId === null) return null;
  const { state } = await load(store, paymentFold(paymentId));
  return state.phase !== 'none' && state.principal ? { hash: state.principal.hash, amount: state.amount } : null;
}

/** @throws LedgerUnavailable */
async function next(ports: IssuancePorts, loaded: Loaded<IssuanceState>): Promise<Next> {
  const { phase, recipient, tokens, steps } = loaded.state;
  if (phase !== 'open' || steps.issue?.state === 'held') return { do: 'rest' };
  const line = await tokenLine(ports, recipient, tokens);
  // An obstacle may have appeared after the tokens were issued, so tokens already on the ledger are accepted first.
  return signing(ports, loaded, line === 'unauthorised' ? 'authorise' : 'issue', () => insteadOf(ports, loaded, line));
}

/** What to do instead of signing; null if it may be signed. */
async function insteadOf(
  ports: IssuancePorts,
  loaded: Loaded<IssuanceState>,
  line: Awaited<ReturnType<typeof tokenLine>>,
): Promise<Next | null> {
  const { issuanceId, recipient, source, steps } = loaded.state;
  if (line !== 'ready' && line !== 'unauthorised')
    return fail(loaded, failed(issuanceId, `line-${line}`, LINE_WORDS[line]));
  // Authorizing can't be undone, and manual issuance is for verified wallets only.
  if ((line === 'unauthorised' || source === 'hand') && !(await ports.isVerified(recipient)))
    return fail(loaded, failed(issuanceId, 'not-verified', 'The recipient is not verified'));
  // A lagging node still shows the old line; the transaction that used the ticket may have authorized it.
  const { authorise } = steps;
  const waits = line === 'unauthorised' && (authorise?.state === 'validated' || authorise?.state === 'held');
  return waits ? { do: 'wait' } : null;
}

const fail = (loaded: Loaded<IssuanceState>, fact: IssuanceEvent): Next => ({
  do: 'record',
  commit: { decidedOn: loaded, writes: async () => [writeTo(loaded, [fact])] },
});

async function signing(
  ports: IssuancePorts,
  loaded: Loaded<IssuanceState>,
  step: IssuanceStep,
  instead: () => Promise<Next | null>,
): Promise<Next> {
  const { issuanceId, recipient: holder, tokens, paymentId: purchase, steps } = loaded.state;
  const issuer = await ports.accounts.address(SIGNER);
  const transaction =
    step === 'authorise'
      ? authoriseLine({ holder, issuer })
      : issuance({ holder, issuer, property: null, purchase, tokens });
  const purpose = nextPurpose(steps[step], { use: 'issuance', id: issuanceId, part: [step] });
  const journal = journalOf(steps[step], (fact): IssuanceEvent => ({
    type: 'TokenIssuanceSubmitted',
    data: { issuanceId, step, ...fact },
  }));
  return { do: 'sign', order: { decidedOn: loaded, group: [{ purpose, transaction }], journal, instead } };
}
