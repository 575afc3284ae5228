import { REASON_TOO_SHORT } from '@tknest/contracts/api';
import type { ScreeningEvent } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import {
  isAboutHits,
  pairKey,
  pairOf,
  unresolvedHits,
  type ComplianceCase,
  type PersonScreeningState,
  type StandingHit,
} from '#features/screening/rules.public.js';

export interface DecideCase {
  wallet: string;
  caseId: string;
  decision: 'clear' | 'reject' | 'ask' | 'return';
  /** The revision that the officer has seen. */
  revision: number;
  /** Entity numbers of every open hit, to clear. */
  hits?: readonly string[];
  by: string;
  /** The officer's other wallets: they count as one person. */
  alsoBy?: readonly string[];
  /** Vault item with the reason, or the question; null if none was given. */
  item: string | null;
  /** The officer's own wallet, or one of the same person. */
  linked: boolean;
  /** How many people may decide on this wallet. */
  officers: number;
  /** More wallets use the same number than are followed, so their hits are not known here. */
  isBeyond?: boolean;
}

const noSuchCase = () => new Refused('not-found', 'No such case');
export const LINKED = 'You can’t decide on your own wallet';
const BEYOND = 'Too many wallets share this social security number. Separate this one from the others first.';
export const SAME_PERSON = 'A second person must decide this, because you made the first decision';

/** The case. @throws Refused (404) */
export function caseOf(state: PersonScreeningState, caseId: string): ComplianceCase {
  const one = state.cases.get(caseId);
  if (!one) throw noSuchCase();
  return one;
}

/** Whether clearing takes two officers: because a hit is high, or an officer confirmed a hit before. */
export const needsTwo = (state: PersonScreeningState, one: ComplianceCase): boolean =>
  isAboutHits(one) && (state.confirmed.size > 0 || unresolvedHits(state).some(({ level }) => level === 'high'));

/**
 * An officer decides (rules 5 and 10). Two officers can clear a confirmed hit later; nothing else is decided twice.
 * @throws Refused
 */
export function decideCase(command: DecideCase, state: PersonScreeningState): ScreeningEvent[] {
  const { wallet, caseId, decision, by, item } = command;
  const one = caseOf(state, caseId);
  if (command.linked) throw new Refused('forbidden', LINKED);
  if (command.revision !== one.revision)
    throw new Refused('conflict', 'The case has changed since you saw it. Please look at it again.', {
      revision: one.revision,
    });
  const open = isAboutHits(one) ? unresolvedHits(state) : [];
  const proposal = proposalFor(open, one);
  if (item === null && !(decision === 'clear' && proposal))
    throw new Refused('invalid', REASON_TOO_SHORT, { errors: { reason: [REASON_TOO_SHORT] } });
  const reopening = one.decision === 'reject' && decision === 'clear';
  if (one.state === 'decided' && !reopening) throw new Refused('conflict', 'This case is already decided');
  if (decision === 'ask') return [{ type: 'ApplicantAsked', data: { caseId, wallet, by, item: item! } }];
  if (decision === 'return') return giveBack(command, { caseId, wallet, by, item: item! }, one);
  const hits = open.map(pairOf);
  const decided: ScreeningEvent = {
    type: 'ComplianceCaseDecided',
    data: {
      caseId,
      wallet,
      role: one.role,
      applicationId: one.applicationId,
      decision,
      hits,
      by,
      proposedBy: decision === 'clear' ? (proposal?.by ?? null) : null,
      item,
    },
  };
  if (decision === 'reject') return [decided];
  if (command.isBeyond && !isAboutHits(one)) throw new Refused('conflict', BEYOND);
  mustNameAll(open, command.hits, proposal);
  if (!needsTwo(state, one)) return [decided];
  if (proposal && isOneOf(proposal.by, command)) throw new Refused('forbidden', SAME_PERSON);
  if (command.officers < 2)
    throw new Refused('conflict', 'Clearing a high hit takes two officers, and COMPLIANCE_WALLETS names fewer');
  return proposal ? [decided] : [{ type: 'ClearanceProposed', data: { caseId, wallet, by, item: item!, hits } }];
}

export const isOneOf = (wallet: string, { by, alsoBy = [] }: Pick<DecideCase, 'by' | 'alsoBy'>): boolean =>
  wallet === by || alsoBy.includes(wallet);

/** The first officer's proposal, if it names every hit that is still open: one officer alone cannot clear any. */
function proposalFor(open: readonly StandingHit[], { proposal }: ComplianceCase): ComplianceCase['proposal'] {
  const named = new Set(proposal?.hits.map(pairKey));
  return open.every((hit) => named.has(pairKey(hit))) ? proposal : null;
}

/** The second officer disagrees, and gives the first one a reason. @throws Refused */
function giveBack(
  command: DecideCase,
  data: Extract<ScreeningEvent, { type: 'ClearanceReturned' }>['data'],
  { proposal }: ComplianceCase,
): ScreeningEvent[] {
  if (!proposal) throw new Refused('conflict', 'There is no first decision to return');
  if (isOneOf(proposal.by, command)) throw new Refused('forbidden', SAME_PERSON);
  return [{ type: 'ClearanceReturned', data }];
}

/** The second officer may leave the hits out, which agrees to those of the first. @throws Refused (400) */
function mustNameAll(
  open: readonly { entityNumber: string }[],
  named: readonly string[] | undefined,
  proposal: ComplianceCase['proposal'],
): void {
  if (named === undefined && proposal) return;
  const [all, given] = [new Set(open.map(({ entityNumber }) => entityNumber)), new Set(named)];
  const missing = [...all].filter((number) => !given.has(number));
  const unknown = [...given].filter((number) => !all.has(number));
  if (missing.length + unknown.length === 0) return;
  throw new Refused('invalid', 'To clear a case, name every open hit and no others', {
    openHits: [...all],
    errors: { hits: [`Open: ${[...all].join(', ') || 'none'}`] },
  });
}

export const DECIDED = 'This case is decided';

/**
 * An officer takes a case, even one assigned to somebody else, or returns their own to the queue.
 * @param linked the case is about the officer's own wallet @throws Refused
 */
export function assignCase(
  { linked, ...data }: Extract<ScreeningEvent, { type: 'ComplianceCaseAssigned' }>['data'] & { linked: boolean },
  state: PersonScreeningState,
): ScreeningEvent[] {
  const one = caseOf(state, data.caseId);
  if (linked) throw new Refused('forbidden', LINKED);
  if (one.state === 'decided') throw new Refused('conflict', DECIDED);
  if (one.assignee === data.to) return [];
  if (data.to === null && one.assignee !== data.by)
    throw new Refused('conflict', 'This case is assigned to somebody else');
  return [{ type: 'ComplianceCaseAssigned', data }];
}

/** Adds a note to a case, even to a decided one. @param linked as above @throws Refused */
export function noteCase(
  { linked, ...data }: Extract<ScreeningEvent, { type: 'ComplianceCaseNoted' }>['data'] & { linked: boolean },
  state: PersonScreeningState,
): ScreeningEvent[] {
  caseOf(state, data.caseId);
  if (linked) throw new Refused('forbidden', LINKED);
  return [{ type: 'ComplianceCaseNoted', data }];
}

/** The applicant answers the officer's question, which reopens the case. @throws Refused */
export function answerCase(
  answer: Extract<ScreeningEvent, { type: 'ApplicantAnswered' }>['data'],
  state: PersonScreeningState,
): ScreeningEvent[] {
  if (caseOf(state, answer.caseId).state !== 'asked')
    throw new Refused('conflict', 'There is no open question for you at the moment');
  return [{ type: 'ApplicantAnswered', data: answer }];
}
