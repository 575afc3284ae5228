/** Automatic issuance: its settings, and how it responds to a direct payment. Pure. */
import type { AutoIssuanceEvent } from '@tknest/contracts/events';
import { parseRlusd, type Micro } from '@tknest/contracts/money';
import { ISSUANCE } from '@tknest/contracts/rules';
import type { Folded } from '#platform/event-store/folding.js';
import { LINE_WORDS } from './issuance.decider.js';

export interface AutoIssuanceConfig {
  enabled: boolean;
  defaultTokenAmount: number;
  requiresBothPartiesKyc: boolean;
  minimumInvestmentThreshold: Micro;
}

export const defaultConfig: AutoIssuanceConfig = {
  ...ISSUANCE.auto,
  minimumInvestmentThreshold: parseRlusd(ISSUANCE.auto.minimumInvestmentThreshold),
};

export const AUTO_STREAM = 'auto-issuance';
export const autoIssuanceFold: Folded<AutoIssuanceConfig, AutoIssuanceEvent> = {
  stream: AUTO_STREAM,
  initialState: defaultConfig,
  evolve: (state, event) =>
    event.type === 'AutoIssuanceConfigured'
      ? { ...event.data, minimumInvestmentThreshold: parseRlusd(event.data.minimumInvestmentThreshold) }
      : state,
};

/** The facts about a settled direct payment on which automation decides. */
export interface PaidSeen {
  amount: Micro;
  payerVerified: boolean;
  payeeVerified: boolean;
  line: keyof typeof LINE_WORDS | 'unauthorised' | 'ready';
}

export type AutoAnswer =
  { is: 'nothing' } | { is: 'issue' } | { is: 'skip'; reason: 'not-verified' | 'no-line'; message: string };

/** REQ-2.2.4.2: both parties' verification, the threshold, then tokens for the payer. */
export function answerTo(config: AutoIssuanceConfig, seen: PaidSeen): AutoAnswer {
  if (!config.enabled || seen.amount < config.minimumInvestmentThreshold) return { is: 'nothing' };
  const skip = (reason: 'not-verified' | 'no-line', message: string) => ({ is: 'skip' as const, reason, message });
  if (config.requiresBothPartiesKyc && !(seen.payerVerified && seen.payeeVerified))
    return skip('not-verified', `The ${seen.payerVerified ? 'recipient' : 'payer'} of the payment is not verified`);
  if (seen.line === 'ready') return { is: 'issue' };
  if (seen.line !== 'unauthorised') return skip('no-line', LINE_WORDS[seen.line].replace('recipient', 'payer'));
  // Authorizing a line can't be undone, so it always requires verification, whatever the setting.
  return seen.payerVerified ? { is: 'issue' } : skip('not-verified', 'The payer of the payment is not verified');
}
