import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FaultGate } from './faults/fault-gate.js';

/**
 * The sandbox's own people have separate access to the ledger: faults affect the platform, as an outage of its node
 * would, while phones and the faucet still work. Their connections carry a secret token; they are neither refused nor
 * dropped.
 */
export class InsideWay {
  private readonly inside = new AsyncLocalStorage<true>();
  private readonly token = randomUUID();
  readonly headers = { 'x-sandbox-inside': this.token };

  isInside(request: IncomingMessage): boolean {
    return request.headers['x-sandbox-inside'] === this.token;
  }

  /** Everything that arrives on this connection is handled as coming from inside. */
  mark(socket: Duplex): void {
    const emit = socket.emit.bind(socket) as (...event: unknown[]) => boolean;
    socket.emit = (...event: unknown[]) => this.inside.run(true, () => emit(...event));
  }

  /** A gate that lets insiders pass. Refused connections are turned away before they reach a party. */
  gate(faults: FaultGate): FaultGate {
    return {
      judge: (party, what) => (this.inside.getStore() ? { kind: 'pass' } : faults.judge(party, what)),
      refuses: () => false,
    };
  }
}
