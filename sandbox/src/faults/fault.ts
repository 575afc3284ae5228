/** The parties that can fail. */
export const PARTIES = ['ledger', 'xaman', 'persona', 'sumsub', 'fred', 'census', 'ofac'] as const;
export type Party = (typeof PARTIES)[number];

/** Faults of incoming requests. */
export const REQUEST_FAULTS = ['hang', 'lose-answer', 'delay', 'error', 'disconnect'] as const;
/** Faults of webhooks that a party sends. */
export const WEBHOOK_FAULTS = ['duplicate-webhook', 'lose-webhook', 'reorder-webhooks'] as const;
export const FAULT_KINDS = [...REQUEST_FAULTS, ...WEBHOOK_FAULTS, 'refuse', 'lose-open-ledger'] as const;

export type WebhookFault = (typeof WEBHOOK_FAULTS)[number];
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault as set through /control. Without `times` it lasts until cleared. */
export interface Fault {
  party: Party;
  kind: FaultKind;
  match?: string;
  times?: number;
  ms?: number;
}
