import { REQUEST_FAULTS, WEBHOOK_FAULTS, type Fault, type FaultKind, type Party, type WebhookFault } from './fault.js';
import type { FaultGate, FaultVerdict } from './fault-gate.js';

const DEFAULT_DELAY_MS = 1000;

/** Holds the configured faults, and tells each service what fails next. The first fault that matches decides. */
export class FaultRegistry implements FaultGate {
  private faults: Fault[] = [];

  add(fault: Fault): void {
    this.faults.push({ ...fault });
  }

  clear(): void {
    this.faults = [];
  }

  list(): readonly Fault[] {
    return this.faults;
  }

  judge(party: string, what: string): FaultVerdict {
    const fault = this.take(party, REQUEST_FAULTS, what);
    if (!fault) return { kind: 'pass' };
    if (fault.kind === 'delay') return { kind: 'delay', ms: fault.ms ?? DEFAULT_DELAY_MS };
    return { kind: fault.kind } as FaultVerdict;
  }

  /** The fault that affects a webhook about to be sent. */
  judgeWebhook(party: Party, what: string): WebhookFault | undefined {
    return this.take(party, WEBHOOK_FAULTS, what)?.kind as WebhookFault | undefined;
  }

  refuses(party: string, what = ''): boolean {
    return this.take(party, ['refuse'], what) !== undefined;
  }

  private take(party: string, kinds: readonly FaultKind[], what: string): Fault | undefined {
    const fault = this.faults.find((each) => each.party === party && kinds.includes(each.kind) && fits(each, what));
    if (fault?.times !== undefined && --fault.times === 0) this.faults = this.faults.filter((each) => each !== fault);
    return fault;
  }
}

/** A ledger command is matched whole (`tx` is not `tx_history`), a path by any part of `METHOD /path`. */
function fits(fault: Fault, what: string): boolean {
  if (fault.match === undefined) return true;
  return fault.party === 'ledger' ? what === fault.match : what.includes(fault.match);
}
