import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { CONFIG, type Config } from '#platform/config/config.js';
import { issuerPrevents, LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { caseFold, caseIdOf, keepCase } from '#features/operations-cases/rules.public.js';
import { LedgerStartUp } from './start-up.js';

const EVERY_MS = 30_000;
const JOB = 'rlusd-issuer';
const ABOUT = { kind: 'rlusd-restricted', subject: 'rlusd' } as const;
const ENDED = { resolution: 'corrected', note: 'The issuer of RLUSD allows transfers without a fee.' } as const;

/**
 * Opens one case while RLUSD's issuer charges for transfers or has frozen them, and closes it afterwards. Each payment
 * finds that out by itself before anything is signed.
 */
@Injectable()
export class RlusdWatch implements OnApplicationBootstrap {
  constructor(
    @Inject(LEDGER) private readonly ledger: Pick<LedgerPort, 'account'>,
    @Inject(CONFIG) private readonly config: { xrpl: Pick<Config['xrpl'], 'rlusdIssuer'> },
    private readonly recorder: Recorder,
    private readonly startUp: LedgerStartUp,
  ) {}

  onApplicationBootstrap(): void {
    this.startUp.every(EVERY_MS, JOB, () => this.look(), 'The issuer of RLUSD could not be checked');
  }

  /** @throws LedgerUnavailable */
  async look(): Promise<void> {
    const by = issuerPrevents(await this.ledger.account(this.config.xrpl.rlusdIssuer));
    const summary = SUMMARIES[by ?? 'none'];
    await this.recorder.decide(caseFold(caseIdOf(ABOUT)), (state) =>
      keepCase({ ...ABOUT, summary }, summary !== '', ENDED, state),
    );
  }
}

/** In words; '' if the issuer prevents nothing. */
const SUMMARIES = {
  'global-freeze': 'The issuer of RLUSD has frozen all transfers. Payments are refused before anything is signed.',
  'transfer-fee':
    'The issuer of RLUSD charges a fee on every transfer. Payments are refused before anything is signed.',
  none: '',
};
