import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AutoTokenConfigRequest } from '@tknest/contracts/api';
import type { AutoIssuanceEvent } from '@tknest/contracts/events';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { WorkerRequests } from '#platform/worker-requests/worker-requests.js';
import { mustBeIssuers, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { autoIssuanceFold } from '../../auto-issuance.decider.js';

/** An admin configures automatic issuance. */
export class ConfigureAutomation extends Command<void> {
  constructor(
    readonly session: Session,
    readonly request: AutoTokenConfigRequest,
  ) {
    super();
  }
}

type Asked = Pick<ConfigureAutomation, 'session'> & { config: Omit<AutoTokenConfigRequest, 'issuerSeed'> };

@CommandHandler(ConfigureAutomation)
export class ConfigureAutomationHandler implements ICommandHandler<ConfigureAutomation> {
  constructor(
    private readonly accounts: PlatformAccounts,
    private readonly recorder: Recorder,
    private readonly requests: WorkerRequests,
    @Inject(CONFIG) { fourEyes }: Pick<Config, 'fourEyes'>,
  ) {
    const mustBeAskable = ({ config }: Asked) => {
      // With two people, workers carry out approved proposals from the log; a request can only turn it off.
      if (fourEyes && config.enabled !== false)
        throw new Refused('conflict', 'Turning automatic issuance on takes two people here. Propose it instead.');
    };
    requests.carryOut('configure-automation', (asked: Asked) => this.configure(asked), mustBeAskable);
  }

  /** Idempotent. @throws Refused if a seed is given that is not the issuer's in the vault; WorkerAway */
  async execute({ session, request: { issuerSeed, ...config } }: ConfigureAutomation): Promise<void> {
    mustBeIssuers(issuerSeed, await this.accounts.address('issuer'));
    await this.requests.ask('configure-automation', { session, config });
  }

  private async configure({ session, config }: Asked): Promise<void> {
    const { enabled, defaultTokenAmount, requiresBothPartiesKyc } = config;
    const threshold = parseRlusd(config.minimumInvestmentThreshold);
    await this.recorder.decide<typeof autoIssuanceFold.initialState, AutoIssuanceEvent>(
      autoIssuanceFold,
      (now) =>
        now.enabled === enabled &&
        now.defaultTokenAmount === defaultTokenAmount &&
        now.requiresBothPartiesKyc === requiresBothPartiesKyc &&
        now.minimumInvestmentThreshold === threshold
          ? []
          : [
              {
                type: 'AutoIssuanceConfigured',
                data: {
                  enabled,
                  defaultTokenAmount,
                  requiresBothPartiesKyc,
                  minimumInvestmentThreshold: toDecimal(threshold),
                },
              },
            ],
      { session },
    );
  }
}
