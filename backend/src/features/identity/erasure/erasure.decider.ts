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
export function erasePerson(
  command: { wallet: string; retainedUntil: BusinessDate; holds: readonly string[]; discarded?: readonly string[] },
  state: IdentityState,
): IdentityEvent[] {
  const { wallet, retainedUntil, holds, discarded = [] } = command;
  if (holds.length > 0)
    throw new Refused('conflict', `The personal data can’t be erased yet, because: ${holds.join(', ')}`, { holds });
  if (!isKnown(state)) throw new Refused('conflict', 'No personal data of this wallet is kept');
  const redactions = [...state.checks.values()].map(({ provider, externalId, providerId }) => ({
    provider,
    externalId,
    providerId,
  }));
  const unseen = discarded.length > 0 && { discarded: [...discarded] };
  return [{ type: 'PersonErased', data: { wallet, retainedUntil, redactions, ...unseen } }];
}

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
