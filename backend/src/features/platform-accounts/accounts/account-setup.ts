import { Inject, Injectable, Logger } from '@nestjs/common';
import { PLATFORM_ACCOUNT_NAMES, type PlatformAccountName } from '@tknest/contracts/events';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { TryAgainLater } from '#platform/domain/try-again-later.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, keepCase } from '#features/operations-cases/rules.public.js';
import { xrpNeeded } from '#platform/ledger/accounts/ticket-refill.js';
import { sweepTickets, type Standing } from '#platform/ledger/accounts/ticket-sweep.js';
import { LEDGER, type AccountFacts, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { shortOfXrp, TICKETS } from './account-plan.js';
import { AccountKeys } from './account-keys.js';
import { PlatformAccounts } from './platform-accounts.js';

/** XRP requested from the faucet. */
const XRP_FROM_FAUCET: Record<PlatformAccountName, number> = { issuer: 100, feeWallet: 20, payoutEscrow: 100 };
const WAIT_MS = 200;
const UNFUNDED_WAIT_MS = 2_000;
const EVER = new Date(0);

/** Carries the accounts' transactions. */
interface Carrier {
  /** @returns when to check again; null if nothing is missing and nothing is in progress */
  advance(name: PlatformAccountName): Promise<Date | null>;
  standing: Standing;
}

const NOBODY: Carrier = {
  advance: async () => EVER,
  standing: async () => ({ is: 'open', isSubmitted: false }),
};

/**
 * Sets up the platform's accounts and keeps them supplied with tickets, with transactions carried like all others
 * (`AccountNeeds`). It may be interrupted anywhere and started again by any instance.
 */
@Injectable()
export class AccountSetup {
  private readonly log = new Logger('AccountSetup');
  private readonly refilling = new Map<PlatformAccountName, Promise<unknown>>();
  /** Drops that each account lacks for its reserves. */
  readonly shortOf = new Map<PlatformAccountName, bigint>();
  /** Addresses of the accounts that do not exist on the ledger yet, because nobody has sent them XRP. */
  private readonly unfunded = new Map<PlatformAccountName, string>();
  private courier: Carrier = NOBODY;

  constructor(
    private readonly accounts: PlatformAccounts,
    private readonly keys: AccountKeys,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly recorder: Recorder,
  ) {}

  /** Sets the courier for the accounts' transactions. */
  carriedBy(courier: Carrier): void {
    this.courier = courier;
  }

  /** What the setup waits for, each as a sentence for people. */
  waitsFor(): string[] {
    const unfunded = [...this.unfunded].map(
      ([name, address]) => `Waiting for XRP on ${address}, at least ${XRP_FROM_FAUCET[name]}.`,
    );
    return unfunded.length > 0 ? unfunded : ['Waiting until the platform’s accounts are set up on the ledger.'];
  }

  /** Returns when every account can be used. Waits while the ledger is unavailable. */
  async run(signal: AbortSignal): Promise<void> {
    if (this.config.role === 'web') return this.untilMade(signal);
    for (const name of PLATFORM_ACCOUNT_NAMES) await this.keys.ensureMade(name);
    await Promise.all(PLATFORM_ACCOUNT_NAMES.map((name) => this.untilDone(name, signal)));
  }

  /** Workers create the accounts; a process that does not sign waits until the log says that each was set up once. */
  private async untilMade(signal: AbortSignal): Promise<void> {
    const isMade = async (name: PlatformAccountName) => {
      const { address, highWater, open } = await this.accounts.record(name).state();
      if (address === null || (highWater > 0 && open.length === 0)) return address !== null;
      // Only its worker can set it up, but whoever asks this process learns what to do.
      if (!(await this.ledger.account(address))) this.unfunded.set(name, address);
      else this.unfunded.delete(name);
      return false;
    };
    while (!signal.aborted && !(await Promise.all(PLATFORM_ACCOUNT_NAMES.map(isMade))).every(Boolean))
      await this.clock.sleep(this.unfunded.size > 0 ? UNFUNDED_WAIT_MS : WAIT_MS, signal);
  }

  private async untilDone(name: PlatformAccountName, signal: AbortSignal): Promise<void> {
    for (let told = false; !signal.aborted;) {
      try {
        const address = await this.accounts.address(name);
        const account = await this.ledger.account(address);
        if (account) this.unfunded.delete(name);
        else this.unfunded.set(name, address);
        if (!account) {
          await this.fund(name, address, told);
          told = true;
        } else if ((await this.round(name)) === 'complete' || (await this.isSetUpBefore(name))) return;
      } catch (error) {
        if (!(error instanceof TryAgainLater)) this.log.error({ err: error }, `The setup of ${name} was interrupted`);
      }
      await this.clock.sleep(WAIT_MS, signal);
    }
  }

  /**
   * The account's signing gate is shut, but the log contains its setup: the program serves, and adds what is missing
   * once the gate opens.
   */
  private async isSetUpBefore(name: PlatformAccountName): Promise<boolean> {
    if (this.accounts.gate(name).open) return false;
    const { nextSequence, open } = await this.accounts.record(name).state();
    return nextSequence !== null && open.length === 0;
  }

  private async fund(name: PlatformAccountName, address: string, told: boolean): Promise<void> {
    if (!this.config.xrpl.faucetUrl) {
      if (!told) this.log.warn(`Waiting for ${XRP_FROM_FAUCET[name]} XRP on ${address}, the platform's ${name}`);
      return void (await this.clock.sleep(UNFUNDED_WAIT_MS));
    }
    if (told) return;
    const answer = await fetch(this.config.xrpl.faucetUrl, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      signal: AbortSignal.timeout(30_000),
      body: JSON.stringify({ destination: address, xrpAmount: String(XRP_FROM_FAUCET[name]) }),
    });
    if (!answer.ok) this.log.warn(`The faucet answered ${answer.status} for ${name}`);
  }

  /**
   * Takes every step that can be taken now. @throws LedgerUnavailable
   * @returns `complete` if nothing is missing and nothing is in progress
   */
  async round(name: PlatformAccountName): Promise<'complete' | 'under-way'> {
    const account = await this.ledger.account(await this.accounts.address(name));
    if (!account) return 'under-way';
    const needed = xrpNeeded(account, await this.ledger.reserves(), TICKETS[name]);
    await this.tellShortage(name, account, shortOfXrp(account, needed));
    return (await this.courier.advance(name)) === null ? 'complete' : 'under-way';
  }

  /** Reported before anything stops: one case, which closes by itself once the XRP has arrived. */
  private async tellShortage(name: PlatformAccountName, { address }: AccountFacts, drops: bigint): Promise<void> {
    // At the first check, a case of an earlier process may still be open.
    const before = this.shortOf.get(name);
    if (before !== undefined && drops > 0n === before > 0n) return void this.shortOf.set(name, drops);
    const about = { kind: 'account-short-of-xrp' as const, subject: name };
    const xrp = Number(drops) / 1e6;
    if (drops > 0n) this.log.warn(`The platform's ${name} lacks ${xrp} XRP for its reserves`);
    const summary = `The platform's ${name} lacks ${xrp} XRP for the reserves of its tickets. Send it that amount.`;
    const ended = { resolution: 'corrected', note: 'The account holds enough XRP again.' } as const;
    await this.recorder.decide(caseFold(caseIdOf(about)), (state) =>
      keepCase({ ...about, summary, wallet: address, details: { xrp } }, drops > 0n, ended, state),
    );
    this.shortOf.set(name, drops);
  }

  /** Called regularly: adds tickets before they run out. */
  refillTickets(): Promise<unknown> {
    return Promise.all(PLATFORM_ACCOUNT_NAMES.map((name) => this.once(name, () => this.round(name))));
  }

  /** Releases tickets whose purposes have ended. */
  sweepTickets(): Promise<unknown> {
    return Promise.all(
      PLATFORM_ACCOUNT_NAMES.filter((name) => this.accounts.gate(name).open).map((name) =>
        sweepTickets(name, this.accounts.record(name), this.ledger, this.courier.standing),
      ),
    );
  }

  private once(name: PlatformAccountName, work: () => Promise<unknown>): Promise<unknown> {
    const running = this.refilling.get(name) ?? work().finally(() => this.refilling.delete(name));
    this.refilling.set(name, running);
    return running;
  }
}
