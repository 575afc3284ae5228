import type { IdentityEvent, VerificationProvider, BusinessDate } from '@tknest/contracts/events';
import { Refused } from '#platform/domain/refused.js';
import type { IdentityState } from '../identity.state.js';

/** The person requests erasure. Idempotent. @throws Refused if nothing is kept */
export function requestErasure(wallet: string, state: IdentityState): IdentityEvent[] {
  if (state.erasure === 'asked') return [];
  if (!isKnown(state)) throw new Refused('conflict', 'No personal data of yours is kept');
  return [{ type: 'ErasureRequested', data: { wallet } }];
}

/** @throws Refused (409) if something is owed or open, or nothing is kept */
function mustBeErasable(holds: readonly string[], state: IdentityState): void {
  if (holds.length > 0)
    throw new Refused('conflict', `The personal data can’t be erased yet, because: ${holds.join(', ')}`, { holds });
  if (!isKnown(state)) throw new Refused('conflict', 'No personal data of this wallet is kept');
}

/** Sets the time of an erasure; until then, it can be stopped. Idempotent. @throws Refused (409) as for the erasure */
export function scheduleErasure(
  command: { wallet: string; notBefore: Date; discardUnseen: boolean; holds: readonly string[] },
  state: IdentityState,
): IdentityEvent[] {
  const { wallet, notBefore, discardUnseen, holds } = command;
  mustBeErasable(holds, state);
  if (state.erasureDue) return [];
  return [{ type: 'ErasureScheduled', data: { wallet, notBefore: notBefore.toISOString(), discardUnseen } }];
}

/** The person or the office stops an erasure that was requested or has a time. @throws Refused (409) once it is done */
export function stopErasure(
  command: { wallet: string; by: 'person' | 'office' },
  state: IdentityState,
): IdentityEvent[] {
  if (state.erasure === 'erased') throw new Refused('conflict', 'The personal data is already erased');
  return state.erasure === 'asked' || state.erasureDue ? [{ type: 'ErasureStopped', data: command }] : [];
}

/**
 * @param command.due erases only if a time was set that is not after this one; otherwise nothing happens
 * @throws Refused (409) if something is owed or open, or nothing is kept
 */
export function erasePerson(
  command: {
    wallet: string;
    retainedUntil: BusinessDate;
    holds: readonly string[];
    discarded?: readonly string[];
    due?: Date;
  },
  state: IdentityState,
): IdentityEvent[] {
  const { wallet, retainedUntil, holds, discarded = [], due } = command;
  if (due && !isDue(state, due)) return [];
  mustBeErasable(holds, state);
  const redactions = [...state.checks.values()].map(({ provider, externalId, providerId }) => ({
    provider,
    externalId,
    providerId,
  }));
  const unseen = discarded.length > 0 && { discarded: [...discarded] };
  return [{ type: 'PersonErased', data: { wallet, retainedUntil, redactions, ...unseen } }];
}

export const isDue = ({ erasureDue }: IdentityState, now: Date): boolean =>
  erasureDue !== null && new Date(erasureDue.notBefore) <= now;

/** Proofs of identity that were never scanned; if kept unscanned, they could never be opened. */
export const unseenProofs = (state: IdentityState): string[] =>
  [...state.documents.values()]
    .filter(({ kind, scan }) => kind === 'idDocument' && scan === 'quarantined')
    .map(({ id }) => id);

/** A provider confirmed that it deleted the person's data. */
export function confirmRedaction(
  redaction: { wallet: string; provider: VerificationProvider; externalId: string },
  state: IdentityState,
): IdentityEvent[] {
  return state.redactions.has(redaction.externalId) ? [{ type: 'RedactionConfirmed', data: redaction }] : [];
}

/** The legal retention period is over. */
export function endRetention(wallet: string, today: BusinessDate, state: IdentityState): IdentityEvent[] {
  const isOver = state.retainedUntil !== null && state.retainedUntil < today;
  return isOver ? [{ type: 'RetentionEnded', data: { wallet } }] : [];
}

/** Whether somebody submitted something and was not erased since. */
const isKnown = (state: IdentityState) =>
  state.erasure !== 'erased' && (Object.keys(state.forms).length > 0 || state.checks.size > 0);
