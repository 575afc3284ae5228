import type { WebSocket } from 'ws';
import type { FaultGate } from '../faults/fault-gate.js';

/** Joins a caller to the node; what the caller sends passes the gate, and answers that are to be lost are left out. */
export function relay(caller: WebSocket, node: WebSocket, faults: FaultGate, disconnectAll: () => void): void {
  const early: string[] = [];
  const lost = new Set<unknown>();
  const forward = (text: string) => (node.readyState === node.OPEN ? node.send(text) : early.push(text));

  node.on('open', () => early.splice(0).forEach((text) => node.send(text)));
  node.on('message', (data) => {
    const text = String(data);
    if (lost.size > 0 && lost.delete(idOf(text))) return;
    if (caller.readyState === caller.OPEN) caller.send(text);
  });
  caller.on('message', (data) => {
    const text = String(data);
    const { id, command } = read(text);
    const verdict = faults.judge('ledger', command ?? '');
    switch (verdict.kind) {
      case 'pass':
        return forward(text);
      case 'delay':
        return void setTimeout(() => forward(text), verdict.ms).unref();
      case 'hang':
        return;
      case 'lose-answer':
        lost.add(id);
        return forward(text);
      case 'error':
        return caller.send(
          JSON.stringify({
            id,
            status: 'error',
            type: 'response',
            error: 'internal',
            error_message: 'Internal error.',
          }),
        );
      case 'disconnect':
        return disconnectAll();
    }
  });
  for (const [end, other] of [
    [caller, node],
    [node, caller],
  ] as const) {
    end.on('close', () => other.terminate());
    end.on('error', () => end.terminate());
  }
}

const idOf = (text: string): unknown => read(text).id;

function read(text: string): { id?: unknown; command?: string } {
  try {
    return JSON.parse(text) as { id?: unknown; command?: string };
  } catch {
    return {};
  }
}
