import type { ReactNode } from 'react';
import { lazyPart } from '../lazy-part';

/** An office action that requires a reason, and its effect. */
export interface ActWithReason {
  /** Identifies the object, so that a reason typed for one object is not offered for another. */
  of: string | number;
  /** Label of the button that opens the dialog, and of the one that confirms. */
  action: string;
  /** A question that names the object: "Hide Sample Court?" */
  title: string;
  /** What stops and what continues. */
  effect: ReactNode;
  /** Label of the cancel button; "Keep it" by default. */
  safe?: string;
  /** The message after success. */
  done: string;
  carryOut(reason: string): Promise<{ error?: unknown }>;
}

/** Asks for the reason. Pages that only show something have its button, and load no form before it is pressed. */
export const WithReason = lazyPart<{ act: ActWithReason; onClose(): void }>(() => import('./reason-dialog'));
