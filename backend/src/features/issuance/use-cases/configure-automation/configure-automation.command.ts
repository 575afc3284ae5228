import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AutoTokenConfigRequest } from '@tknest/contracts/api';
import type { AutoIssuanceEvent } from '@tknest/contracts/events';
import { parseRlusd, toDecimal } from '@tknest/contracts/money';
import { handleCommand } from '#platform/event-store/decider.js';
import { EVENT_STORE, type EventStore, type Position } from '#platform/event-store/event-store.js';
import type { Session } from '#platform/sessions/session.js';
import { Causation } from '#platform/sessions/causation.js';
import { mustBeIssuers, PlatformAccounts } from '#features/platform-accounts/module.public.js';
import { autoIssuanceFold } from '../../auto-issuance.decider.js';

/** An admin sets automatic issuance up. */
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
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly accounts: PlatformAccounts,
    private readonly causation: Causation,
  ) {}

  /** Idempotent. @throws Refused if a seed is given that is not the issuer's, which the vault holds */
  async execute({ session, request }: ConfigureAutomation): Promise<Position> {
    mustBeIssuers(request.issuerSeed, await this.accounts.address('issuer'));
    const { enabled, defaultTokenAmount, requiresBothPartiesKyc } = request;
    const threshold = parseRlusd(request.minimumInvestmentThreshold);
    const { position } = await handleCommand<typeof autoIssuanceFold.initialState, AutoIssuanceEvent>(
      this.store,
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
      await this.causation.contextOf({ session }),
    );
    return position;
  }
}
