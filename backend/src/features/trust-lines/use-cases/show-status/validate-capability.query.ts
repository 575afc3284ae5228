import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { CapabilityView } from '@tknest/contracts/api';
import type { Micro } from '@tknest/contracts/money';
import { CURRENCY } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '#platform/config/config.js';
import { LEDGER, type LedgerPort } from '#platform/ledger/ledger-port.js';
import { capabilityFor } from '../../capability.js';

const LSF_GLOBAL_FREEZE = 0x00400000;

/** Whether a wallet could receive, and could send, an amount of RLUSD now. */
export class ValidateCapability extends Query<CapabilityView> {
  constructor(
    readonly wallet: string,
    readonly amount: Micro,
  ) {
    super();
  }
}

@QueryHandler(ValidateCapability)
export class ValidateCapabilityHandler implements IQueryHandler<ValidateCapability> {
  constructor(
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws LedgerUnavailable */
  async execute({ wallet, amount }: ValidateCapability): Promise<CapabilityView> {
    const { rlusdIssuer } = this.config.xrpl;
    const [account, line, reserves, fee, issuer] = await Promise.all([
      this.ledger.account(wallet),
      this.ledger.line(wallet, rlusdIssuer, CURRENCY.rlusd),
      this.ledger.reserves(),
      this.ledger.fee(),
      this.ledger.account(rlusdIssuer),
    ]);
    const globallyFrozen = ((issuer?.flags ?? 0) & LSF_GLOBAL_FREEZE) !== 0;
    return capabilityFor(amount, { account, line, reserves, fee, globallyFrozen });
  }
}
