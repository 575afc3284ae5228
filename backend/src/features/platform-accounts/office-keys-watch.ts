import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '#platform/config/config.js';
import { hasFlag, LEDGER, type AccountFacts, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, keepCase } from '#features/operations-cases/rules.public.js';
import { LedgerStartUp } from './start-up.js';

const EVERY_MS = 3_600_000;
const JOB = 'office-keys';
const FITS = { resolution: 'corrected', note: 'The settings name the key that the ledger accepts.' } as const;

/**
 * Compares the keys of the office's wallets with the ledger. Sign-ins follow the settings alone, so a key that its
 * owner has replaced still signs in until the settings say so too: a case reports it.
 */
@Injectable()
export class OfficeKeysWatch implements OnApplicationBootstrap {
  constructor(
    @Inject(LEDGER) private readonly ledger: Pick<LedgerPort, 'account'>,
    @Inject(CONFIG) private readonly config: Pick<Config, 'officeKeys'>,
    private readonly recorder: Recorder,
    private readonly startUp: LedgerStartUp,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(
      EVERY_MS,
      JOB,
      () => this.look(),
      'The keys of the office could not be compared with the ledger',
    );
  }

  /** @throws LedgerUnavailable */
  async look(): Promise<void> {
    for (const [wallet, key] of this.config.officeKeys)
      await this.report(wallet, key, signsFor(key, wallet, await this.ledger.account(wallet)));
  }

  private async report(wallet: string, key: string, fits: boolean): Promise<void> {
    const about = { kind: 'office-key-differs', subject: wallet } as const;
    const summary =
      `The ledger does not accept the key ${key} for ${wallet}, with which this wallet of the office signs in. ` +
      'Name its new key in OFFICE_KEYS, or remove the wallet from the settings.';
    await this.recorder.decide(caseFold(caseIdOf(about)), (state) =>
      keepCase({ ...about, summary, wallet }, !fits, FITS, state),
    );
  }
}

const signsFor = (key: string, wallet: string, account: AccountFacts | null): boolean =>
  key === wallet ? !hasFlag(account, 'disableMaster') : account?.regularKey === key;
