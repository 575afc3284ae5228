/** How an order to issue tokens is carried out. */
import type { IssuanceEvent, IssuanceStep } from '@tknest/contracts/events';
import { meaningOf } from '../../platform/ledger/result-words.js';
import { crashPlaces } from '../../platform/telemetry/crash-points.js';
import { authoriseLine, issuance, tokenLine } from '../payments/payment.public.js';
import { OperationEngine, resultOf, type OperationPorts, type OperationRecipe } from '../tokens/operation.public.js';
import { issuanceFold, purposeFor, type IssuanceState } from './issuance.decider.js';
import { LINE_WORDS } from './line-words.js';

const crashPoint = crashPlaces('issuance-sent', 'issuance-conclusion-seen', 'issuance-conclusion-recorded');

export interface IssuancePorts extends OperationPorts {
  /** Whether a wallet's owner is verified at this moment. */
  isVerified(wallet: string): Promise<boolean>;
}

type Recipe = OperationRecipe<IssuanceStep, IssuanceState, IssuanceEvent>;

const SIGNER = 'issuer';

export const issuanceEngine = (ports: IssuancePorts) => new OperationEngine(ports, issuanceRecipe(ports));

const issuanceRecipe = (ports: IssuancePorts): Recipe => ({
  signer: SIGNER,
  steps: ['issue', 'authorise'],
  fold: issuanceFold,
  purposeFor: (_, state, step) => purposeFor(state, step),
  subjectOf: (step) => `hand-${step}`,
  subject: (_, { recipient }) => ({ wallet: recipient }),
  crashPoint: (place, step) => crashPoint(`issuance-${place}`, step),

  async next(issuanceId, { steps, recipient, tokens, source }) {
    const fail = (code: string, message: string) => ({
      do: 'record' as const,
      events: [failed(issuanceId, code, message)],
    });
    const line = await tokenLine(ports, recipient, tokens);
    if (line !== 'ready' && line !== 'unauthorised') return fail(`line-${line}`, LINE_WORDS[line]);
    // Authorising cannot be taken back, and a hand issues to verified wallets alone.
    if ((line === 'unauthorised' || source === 'hand') && !(await ports.isVerified(recipient)))
      return fail('not-verified', 'The recipient is not verified');
    // A node that lags still shows the line as it was.
    if (line === 'unauthorised' && steps.authorise?.state === 'validated') return { do: 'wait' };
    return { do: 'sign', step: line === 'ready' ? 'issue' : 'authorise' };
  },

  async transaction(_, { recipient: holder, tokens, paymentId: purchase }, step) {
    const issuer = await ports.accounts.address(SIGNER);
    return step === 'authorise'
      ? authoriseLine({ holder, issuer })
      : issuance({ holder, issuer, property: null, purchase, tokens });
  },

  submitted: (issuanceId, step, attempt, purpose, signed) => ({
    type: 'TokenIssuanceSubmitted',
    data: { issuanceId, step, attempt, purpose, ...signed },
  }),

  ended: (_, state, step, { attempt, hash }, ending) => {
    const { issuanceId, recipient, tokens, paymentId } = state;
    const concluded: IssuanceEvent = {
      type: 'TokenIssuanceConcluded',
      data: { issuanceId, step, attempt, hash: hash!, ...resultOf(ending) },
    };
    if (ending.propose === 'refused')
      return {
        own: [concluded, failed(issuanceId, ending.result, `The ledger refused it: ${meaningOf(ending.result)}`)],
      };
    if (ending.propose === 'absent' || step === 'authorise') return { own: [concluded] };
    const data = { issuanceId, recipient, tokens, paymentId, hash: hash!, ledgerIndex: ending.ledgerIndex };
    return { own: [concluded, { type: 'TokensIssued', data }] };
  },
});

const failed = (issuanceId: string, code: string, message: string): IssuanceEvent => ({
  type: 'TokenIssuanceFailed',
  data: { issuanceId, code, message },
});
