/** Redeems a holder's tokens with one clawback, signed only while the ledger shows at least the register's tokens. */
import type { RedemptionEvent } from '@tknest/contracts/events';
import { parseLedgerValue, parseRlusd } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { writeTo } from '#platform/event-store/commit-once.js';
import { load, type Loaded } from '#platform/event-store/folding.js';
import { meaningOf } from '#platform/ledger/result-words.js';
import type { Next, OwnerPorts, TransactionOwner } from '#platform/ledger/transactions/group.js';
import { asksPerson, mayTry } from '#platform/ledger/transactions/policy.js';
import { journalOf, releaseOf, stepsUnderWay } from '#platform/ledger/transactions/steps.js';
import { nextPurpose } from '#platform/ledger/transactions/tickets.js';
import { closing, opening, type OpenCase } from '#features/operations-cases/rules.public.js';
import { listingStream } from '#features/listings/rules.public.js';
import { clawback } from '#features/payments/rules.public.js';
import { onConcluded } from './on-concluded.js';
import { redemptionFold, type RedemptionState } from './redemption.decider.js';

const SIGNER = 'issuer';

export const redemptionOwner = (ports: OwnerPorts): TransactionOwner<RedemptionState> => ({
  kind: 'redemption',
  signer: SIGNER,
  correlates: true,
  events: ['TokenRedemptionOrdered'],
  idOf: ({ data }) => data.redemptionId,
  load: (redemptionId) => load(ports.store, redemptionFold(redemptionId)),
  exists: ({ phase }) => phase !== 'none',
  underWay: ({ stream, state }) => stepsUnderWay(stream, state.steps),
  attemptFor: ({ steps }) => steps.claw,
  maySignFor: ({ phase }) => phase === 'open',
  about: ({ holder, propertyId }) => ({ wallet: holder, propertyId }),
  next: (redemptionId, loaded) => next(ports, redemptionId, loaded),

  async release(redemptionId, { hash }) {
    const loaded = await load(ports.store, redemptionFold(redemptionId));
    const fact = releaseOf(loaded.state.steps.claw, hash);
    const event: RedemptionEvent | null = fact && {
      type: 'TokenRedemptionConcluded',
      data: { redemptionId, ...fact },
    };
    return event && { decidedOn: loaded, writes: async () => [writeTo(loaded, [event])] };
  },

  async onConcluded(redemptionId, loaded, [ended]) {
    const { own, register } = onConcluded(redemptionId, loaded.state, ended);
    const about = { kind: 'redemption-blocked', subject: redemptionId } as const;
    const over = { resolution: 'corrected', note: 'The tokens were taken back.' } as const;
    return {
      decidedOn: loaded,
      writes: async () => [
        writeTo(loaded, own),
        // The redemption's own stream, in the same commit, makes sure that this is recorded only once.
        { stream: listingStream(loaded.state.propertyId), expected: 'any', events: register },
        ...(register.length > 0 ? await closing(ports.store, about, over) : []),
      ],
    };
  },
});

/** @throws LedgerUnavailable */
async function next(ports: OwnerPorts, redemptionId: string, loaded: Loaded<RedemptionState>): Promise<Next> {
  const { phase, holder, propertyId: property, tokens, steps } = loaded.state;
  const { claw } = steps;
  if (phase !== 'open' || claw?.state === 'held') return { do: 'rest' };
  const issuer = await ports.accounts.address(SIGNER);
  const transaction = clawback({ holder, issuer, property, tokens });
  const purpose = nextPurpose(claw, { use: 'redemption', id: redemptionId, part: [] });
  const journal = journalOf(claw, (fact): RedemptionEvent => ({
    type: 'TokenRedemptionSubmitted',
    data: { redemptionId, ...fact },
  }));
  // A clawback that a restored log lacks may have taken the tokens, so it is adopted before they are found missing.
  const instead = () => insteadOf(ports, redemptionId, loaded, issuer);
  return { do: 'sign', order: { decidedOn: loaded, group: [{ purpose, transaction }], journal, instead } };
}

/** What to do instead of signing; null if it may be signed. @throws LedgerUnavailable */
async function insteadOf(
  ports: OwnerPorts,
  redemptionId: string,
  loaded: Loaded<RedemptionState>,
  issuer: string,
): Promise<Next | null> {
  const { holder, tokens, steps } = loaded.state;
  const { claw } = steps;
  const report = (why: string) => reporting(ports, loaded, blocked(redemptionId, loaded.state, why));
  const index = await ports.ledger.validatedIndex();
  if (claw && !mayTry('redemption', claw, index))
    return asksPerson('redemption', claw.refusals)
      ? report(`The ledger refuses it: ${meaningOf(claw.result ?? 'tec')}`)
      : { do: 'wait' };
  const line = await ports.ledger.line(holder, issuer, CURRENCY.token);
  // A clawback of too many tokens takes all that there are, including tokens of other properties.
  if (!line || parseLedgerValue(line.balance) < parseRlusd(tokens))
    return report(`The ledger shows ${line?.balance ?? '0'} tokens`);
  return null;
}

/** Opens a case once; the redemption is checked again in the meantime. */
async function reporting(ports: OwnerPorts, loaded: Loaded<RedemptionState>, found: OpenCase): Promise<Next> {
  const isTold = (await opening(ports.store, found)).length === 0;
  return isTold
    ? { do: 'wait', ms: LOOK_MS }
    : { do: 'record', commit: { decidedOn: loaded, writes: () => opening(ports.store, found) } };
}

/** How often a blocked redemption is checked again after its case was opened, in milliseconds. */
const LOOK_MS = 3_000;

const blocked = (subject: string, { propertyId, holder, tokens }: RedemptionState, why: string): OpenCase => ({
  kind: 'redemption-blocked',
  subject,
  summary: `The tokens of a paid-off loan cannot be clawed back from their holder. ${why}.`,
  propertyId,
  wallet: holder,
  details: { tokens },
});
