/** What a party does with one request, according to the faults set through /control. */
export type FaultVerdict =
  | { kind: 'pass' }
  | { kind: 'delay'; ms: number }
  /** Never answer; the connection stays open. */
  | { kind: 'hang' }
  /** Do what was asked, then do not answer. */
  | { kind: 'lose-answer' }
  /** Answer with a server error, do nothing. */
  | { kind: 'error' }
  /** Drop the open connections, do nothing. */
  | { kind: 'disconnect' };

/** Every party asks this before it acts. `what` is a ledger command (`submit`) or a request path. */
export interface FaultGate {
  judge(party: string, what: string): FaultVerdict;
  /** True while new connections to the party are refused. */
  refuses(party: string): boolean;
}

/** There are no faults. */
export const NO_FAULTS: FaultGate = { judge: () => ({ kind: 'pass' }), refuses: () => false };
