import { Refused, type RefusalReason } from '../domain/refused.js';
import { TryAgainLater } from '../domain/try-again-later.js';
import { CommandReused } from '../event-store/event-store.js';

/** An error sent from the worker to the waiting request. */
type Packed =
  | { is: 'refused'; reason: RefusalReason; message: string; extra: Record<string, unknown> }
  | { is: 'reused'; commandId: string }
  | { is: 'later' | 'failed'; message: string };

/** Whether an error is a regular answer and not a fault. */
export const isAnswer = (error: unknown): boolean =>
  error instanceof Refused || error instanceof CommandReused || error instanceof TryAgainLater;

/** As text, so that it can be restored at the other end. Never throws. */
export function packError(error: unknown): string {
  try {
    return JSON.stringify(packed(error));
  } catch {
    return JSON.stringify({ is: 'failed', message: 'The error could not be recorded' } satisfies Packed);
  }
}

function packed(error: unknown): Packed {
  if (error instanceof Refused)
    return { is: 'refused', reason: error.reason, message: error.message, extra: error.extra ?? {} };
  if (error instanceof CommandReused) return { is: 'reused', commandId: error.commandId };
  const message = error instanceof Error ? error.message : String(error);
  return { is: error instanceof TryAgainLater ? 'later' : 'failed', message };
}

export function unpackError(text: string): Error {
  const error = JSON.parse(text) as Packed;
  switch (error.is) {
    case 'refused':
      return new Refused(error.reason, error.message, error.extra);
    case 'reused':
      return new CommandReused(error.commandId);
    case 'later':
      return new TryAgainLater(error.message);
    case 'failed':
      return new Error(error.message);
  }
}
