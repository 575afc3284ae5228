import { ProgramInParts } from './program-in-parts.js';

/** A live platform leaves a node whose ledgers close faster than a network's. */
const CLOSES_EVERY_MS = { live: 2_500, sandbox: 100 };

/**
 * The program that can be told to follow the rules of a live platform: its ledger and wallet app stay the sandbox's,
 * but none of the sandbox's exceptions hold. Days pass only in the sandbox.
 */
export class ProgramAsLive extends ProgramInParts {
  private isLive = false;

  protected override async backendSettings(): Promise<NodeJS.ProcessEnv> {
    const settings = await super.backendSettings();
    const live = { SANDBOX: '', RATE_LIMITS: 'on', WALLET_REQUESTS_PER_MINUTE: '10000' };
    return this.isLive ? { ...settings, ...live } : settings;
  }

  /** Starts its backend again, as a live one or as the sandbox's. */
  async continue(as: 'live' | 'sandbox'): Promise<void> {
    await this.end('backend');
    this.isLive = as === 'live';
    await this.sandbox.post('/control/ledger', { closeEveryMs: CLOSES_EVERY_MS[as] });
    await this.startPart('backend');
  }
}
