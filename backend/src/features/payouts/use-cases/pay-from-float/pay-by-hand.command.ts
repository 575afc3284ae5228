import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import type { IssuanceAnswer, TokenPayoutRequest } from '@tknest/contracts/api';
import { ISSUANCE } from '@tknest/contracts/rules';
import { randomUUID } from 'node:crypto';
import { isValidClassicAddress } from 'xrpl';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { Refused } from '../../../../platform/domain/refused.js';
import { uuidv5 } from '../../../../platform/event-store/ids.js';
import type { Session } from '../../../../platform/http/access.js';
import { mustBeAdmins, PlatformAccounts } from '../../../tokens/tokens.public.js';
import { outcomeAnswer } from './outcome.answer.js';
import { PayFromFloat } from './pay-from-float.command.js';
import { ShowPayoutOutcome } from './payout-outcome.query.js';

/** An admin pays RLUSD by hand (D2 §2.3): out of the platform's own, whatever the seed says. */
export class PayByHand extends Command<IssuanceAnswer> {
  constructor(
    readonly session: Session,
    readonly request: TokenPayoutRequest,
    readonly key: string | undefined,
  ) {
    super();
  }
}

const LOOK_EVERY_MS = 250;
const refusal = (field: string, message: string) => new Refused('invalid', message, { errors: { [field]: [message] } });

/**
 * No ledger takes a payment of an account to itself, so the run would never end; what the issuer gets back exists no
 * more. @throws Refused
 */
export function mustBeOutside(recipient: string, { escrow, issuer }: { escrow: string; issuer: string }): void {
  if (recipient === escrow) throw refusal('recipientAddress', 'The payout escrow cannot pay itself');
  if (recipient === issuer) throw refusal('recipientAddress', 'The issuer of RLUSD cannot be paid in RLUSD');
}

@CommandHandler(PayByHand)
export class PayByHandHandler implements ICommandHandler<PayByHand> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly accounts: PlatformAccounts,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @returns how it stands once it has ended, or when the time for waiting is over
   * @throws Refused where something asked for is not the platform's, or the float holds less; CommandReused
   */
  async execute({ session, request, key }: PayByHand): Promise<IssuanceAnswer> {
    const { recipientAddress: recipient, amount, adminSeed, rlusdGateway } = request;
    if (!isValidClassicAddress(recipient)) throw refusal('recipientAddress', 'Valid XRPL wallet address required');
    if (rlusdGateway !== this.config.xrpl.rlusdIssuer)
      throw refusal('rlusdGateway', `The RLUSD gateway must be the issuer of RLUSD, ${this.config.xrpl.rlusdIssuer}`);
    const escrow = await this.accounts.address('payoutEscrow');
    mustBeOutside(recipient, { escrow, issuer: this.config.xrpl.rlusdIssuer });
    mustBeAdmins(adminSeed, escrow, session.wallet);
    const operation = key === undefined ? randomUUID() : uuidv5(`payout-by-hand/${session.wallet}/${key}`);
    const { payoutId } = await this.commands.execute(new PayFromFloat(session, operation, recipient, amount));
    const until = this.clock.now().getTime() + ISSUANCE.waitMs;
    for (;;) {
      const outcome = await this.queries.execute(new ShowPayoutOutcome(payoutId));
      if (outcome.state !== 'under-way' || this.clock.now().getTime() >= until) return outcomeAnswer(payoutId, outcome);
      await this.clock.sleep(LOOK_EVERY_MS);
    }
  }
}
