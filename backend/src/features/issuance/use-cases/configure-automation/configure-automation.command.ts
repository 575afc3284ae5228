import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AutoTokenConfigRequest } from '@tknest/contracts/api';
import type { AutoIssuanceEvent } from '@tknest/contracts/events';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import { type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { mustBeIssuers, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { autoIssuanceFold } from '../../auto-issuance.decider.js';

/** An admin configures automatic issuance. */
export class ConfigureAutomation extends Command<Position> {
  constructor(
    readonly session: Session,
    readonly request: AutoTokenConfigRequest,
  ) {
    super();
  }
}

@CommandHandler(ConfigureAutomation)
export class ConfigureAutomationHandler implements ICommandHandler<ConfigureAutomation> {
  constructor(
    private readonly accounts: PlatformAccounts,
    private readonly recorder: Recorder,
  ) {}

  /** Idempotent. @throws Refused if a seed is given that is not the issuer's in the vault */
  async execute({ session, request }: ConfigureAutomation): Promise<Position> {
    mustBeIssuers(request.issuerSeed, await this.accounts.address('issuer'));
    const { enabled, defaultTokenAmount, requiresBothPartiesKyc } = request;
    const threshold = parseRlusd(request.minimumInvestmentThreshold);
    const { position } = await this.recorder.decide<typeof autoIssuanceFold.initialState, AutoIssuanceEvent>(
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
    return position;
  }
}
