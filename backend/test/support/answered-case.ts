import type { CaseEvent } from '@tknest/contracts/events';
import {
  confirmAnswer,
  evolveCase,
  resolveCase,
  type CaseState,
  type ResolveCase,
} from '#features/operations-cases/case.decider.js';

/** A case is resolved, and a worker has confirmed the answer where it takes two people. */
export function answered(caseId: string, command: ResolveCase, state: CaseState): CaseEvent[] {
  const resolved = resolveCase(caseId, command, state);
  const { resolution } = command;
  return [...resolved, ...confirmAnswer({ caseId, resolution, proposalId: null }, resolved.reduce(evolveCase, state))];
}
