import type { FaultGate } from '../../faults/fault-gate.js';

export type { FaultGate };

export interface FaultActions<T> {
  /** The answer of a simulated server error. */
  broken(): T;
  disconnect(): void;
}

/** Does what a request asks for, or what the faults say instead; undefined means: never answer. */
export async function faulty<T>(
  faults: FaultGate,
  command: string,
  act: () => Promise<T>,
  actions: FaultActions<T>,
): Promise<T | undefined> {
  const verdict = faults.judge('ledger', command);
  switch (verdict.kind) {
    case 'pass':
      return act();
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, verdict.ms).unref());
      return act();
    case 'hang':
      return undefined;
    case 'lose-answer':
      await act();
      return undefined;
    case 'error':
      return actions.broken();
    case 'disconnect':
      actions.disconnect();
      return undefined;
  }
}
