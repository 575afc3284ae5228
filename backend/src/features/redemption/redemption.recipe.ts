/** How a holder's tokens are taken back. */
import type { ListingEvent, RedemptionEvent } from '@tknest/contracts/events';
import { parseLedgerValue, parseRlusd } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { meaningOf } from '../../platform/ledger/result-words.js';
import { crashPlaces } from '../../platform/telemetry/crash-points.js';
import type { OpenCase } from '../cases/cases.public.js';
import { listingStream } from '../listings/listings.public.js';
import { clawback } from '../payments/payment.public.js';
import { OperationEngine, type OperationPorts, type OperationRecipe } from '../tokens/operation.public.js';
import { purposeFor, redemptionFold, type RedemptionState } from './redemption.decider.js';

const crashPoint = crashPlaces('redemption-sent', 'redemption-conclusion-seen', 'redemption-conclusion-recorded');

const SIGNER = 'issuer';
/** A ledger that refuses as often as this is not asked again before a person has looked. */
const REFUSALS_MAX = 3;

type Recipe = OperationRecipe<'claw', RedemptionState, RedemptionEvent>;

export const redemptionEngine = (ports: OperationPorts) => new OperationEngine(ports, redemptionRecipe(ports));

const redemptionRecipe = (ports: OperationPorts): Recipe => ({
  signer: SIGNER,
  steps: ['claw'],
  fold: redemptionFold,
  purposeFor: (redemptionId, state) => purposeFor(redemptionId, state),
  subjectOf: () => 'redemption',
  subject: (_, { holder, propertyId }) => ({ wallet: holder, propertyId }),
  crashPoint: (place) => crashPoint(`redemption-${place}`),

  async next(redemptionId, state) {
    const { claw } = state.steps;
    if (claw?.state === 'failed' && claw.attempt >= REFUSALS_MAX)
      return { do: 'report', case: blocked(redemptionId, state, `The ledger refuses it: ${meaningOf(claw.result!)}`) };
    const line = await ports.ledger.line(state.holder, await ports.accounts.address(SIGNER), CURRENCY.token);
    // A clawback of more than is held takes what there is, and tokens of other properties with it.
    if (line && parseLedgerValue(line.balance) >= parseRlusd(state.tokens)) return { do: 'sign', step: 'claw' };
    const held = line?.balance ?? '0';
    return { do: 'report', case: blocked(redemptionId, state, `The ledger shows ${held} tokens`) };
  },

  transaction: async (_, { holder, propertyId: property, tokens }) =>
    clawback({ holder, issuer: await ports.accounts.address(SIGNER), property, tokens }),

  submitted: (redemptionId, _, attempt, purpose, signed) => ({
    type: 'TokenRedemptionSubmitted',
    data: { redemptionId, attempt, purpose, ...signed },
  }),

  ended: (redemptionId, { propertyId, holder: wallet, tokens }, _, { attempt, hash }, ending) => {
    const [result, ledgerIndex] =
      ending.propose === 'absent' ? [ending.reason, null] : [ending.result, ending.ledgerIndex];
    const concluded: RedemptionEvent = {
      type: 'TokenRedemptionConcluded',
      data: { redemptionId, attempt, hash: hash!, result, ledgerIndex },
    };
    if (ending.propose !== 'validated') return { own: [concluded] };
    const redeemed: ListingEvent = {
      type: 'TokensRedeemed',
      data: { propertyId, wallet, tokens, redemptionId, hash: hash!, ledgerIndex: ending.ledgerIndex },
    };
    // That it is written once is the redemption's own business: its stream moves in the same commit.
    return { own: [concluded], others: [{ stream: listingStream(propertyId), expected: 'any', events: [redeemed] }] };
  },
});

const blocked = (subject: string, { propertyId, holder, tokens }: RedemptionState, why: string): OpenCase => ({
  kind: 'redemption-blocked',
  subject,
  summary: `The tokens of a paid-off loan cannot be taken back from their holder. ${why}.`,
  propertyId,
  wallet: holder,
  details: { tokens },
});
