/** How a holder's tokens are taken back. */
import type { ListingEvent, RedemptionEvent } from '@tknest/contracts/events';
import { parseLedgerValue, parseRlusd } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { meaningOf } from '../../platform/ledger/result-words.js';
import { crashPlaces } from '../../platform/telemetry/crash-points.js';
import { closing, type OpenCase } from '../cases/case.public.js';
import { listingStream } from '../listings/listing.public.js';
import { clawback } from '../payments/payment.public.js';
import {
  OperationEngine,
  resultOf,
  type OperationPorts,
  type OperationRecipe,
  type StepAttempt,
} from '../tokens/operation.public.js';
import { purposeFor, redemptionFold, type RedemptionState } from './redemption.decider.js';

const crashPoint = crashPlaces('redemption-sent', 'redemption-conclusion-seen', 'redemption-conclusion-recorded');

const SIGNER = 'issuer';
/** A ledger that refused as often as this is asked again only after so many ledgers, and a person is told. */
const REFUSALS = { reported: 3, pauseLedgers: 200 };

type Recipe = OperationRecipe<'claw', RedemptionState, RedemptionEvent>;

export const redemptionEngine = (ports: OperationPorts) => new OperationEngine(ports, redemptionRecipe(ports));

const redemptionRecipe = (ports: OperationPorts): Recipe => {
  const isRecent = async ({ ledgerIndex }: StepAttempt) =>
    (await ports.ledger.validatedIndex()) < (ledgerIndex ?? 0) + REFUSALS.pauseLedgers;

  /** What a person was told of is over. */
  const closingCase = (subject: string) =>
    closing(
      ports.store,
      { kind: 'redemption-blocked', subject },
      { resolution: 'corrected', note: 'The tokens were taken back.' },
    );

  return {
    signer: SIGNER,
    steps: ['claw'],
    fold: redemptionFold,
    purposeFor,
    subjectOf: () => 'redemption',
    subject: (_, { holder, propertyId }) => ({ wallet: holder, propertyId }),
    crashPoint: (place) => crashPoint(`redemption-${place}`),

    async next(redemptionId, state) {
      const { claw } = state.steps;
      if (claw?.state === 'failed' && state.refusals >= REFUSALS.reported && (await isRecent(claw)))
        return {
          do: 'report',
          case: blocked(redemptionId, state, `The ledger refuses it: ${meaningOf(claw.result!)}`),
        };
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

    ended: async (redemptionId, { propertyId, holder: wallet, tokens }, _, { attempt, hash }, ending) => {
      const concluded: RedemptionEvent = {
        type: 'TokenRedemptionConcluded',
        data: { redemptionId, attempt, hash: hash!, ...resultOf(ending) },
      };
      if (ending.propose !== 'validated') return { own: [concluded] };
      const redeemed: ListingEvent = {
        type: 'TokensRedeemed',
        data: { propertyId, wallet, tokens, redemptionId, hash: hash!, ledgerIndex: ending.ledgerIndex },
      };
      // That it is written once is the redemption's own business: its stream moves in the same commit.
      const register = { stream: listingStream(propertyId), expected: 'any' as const, events: [redeemed] };
      return { own: [concluded], others: [register, ...(await closingCase(redemptionId))] };
    },
  };
};

const blocked = (subject: string, { propertyId, holder, tokens }: RedemptionState, why: string): OpenCase => ({
  kind: 'redemption-blocked',
  subject,
  summary: `The tokens of a paid-off loan cannot be taken back from their holder. ${why}.`,
  propertyId,
  wallet: holder,
  details: { tokens },
});
