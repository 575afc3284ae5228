import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { TokenPayoutRequest } from '@tknest/contracts/api';
import { formatRlusd, parseRlusd } from '@tknest/contracts/money';
import type { Session } from '#platform/sessions/session.js';
import { ToldStanding } from '#features/identity/module.public.js';
import type { ProposedAct } from '#features/proposals/module.public.js';
import { HandPayoutCheck, handPayoutId, type HandPayout } from './hand-payout-check.js';
import { PayFromFloat, payoutIdOf } from './pay-from-float.command.js';

/** A manual payout that takes two people. Its payee must be verified, which a payout by one person does not require. */
@Injectable()
export class HandPayoutAct implements ProposedAct<TokenPayoutRequest> {
  readonly kind = 'hand-payout';

  constructor(
    private readonly check: HandPayoutCheck,
    private readonly standing: ToldStanding,
    private readonly commands: CommandBus,
  ) {}

  async prepare(request: TokenPayoutRequest, session: Session) {
    const payout = await this.check.mustFit(request, session);
    const { recipient, amount } = payout;
    await this.mustBePayable(recipient, amount, session);
    return { request: { ...payout }, linkTo: '/tokens' };
  }

  async describe({ recipient, amount, tag }: HandPayout) {
    return {
      summary: `Pay ${formatRlusd(parseRlusd(amount))} RLUSD of the platform’s own money to ${recipient}${tag === undefined ? '' : `, destination tag ${tag}`}.`,
      beneficiaries: [recipient],
    };
  }

  async carryOut({ recipient, amount, tag }: HandPayout, session: Session, key: string): Promise<void> {
    await this.mustBePayable(recipient, amount, session);
    await this.commands.execute(new PayFromFloat(session, handPayoutId(session.wallet, key), recipient, amount, tag));
  }

  moves({ amount }: HandPayout) {
    return { rlusd: parseRlusd(amount), tokens: 0n };
  }

  keyOf({ wallet }: Session, key: string): string {
    return payoutIdOf(handPayoutId(wallet, key));
  }

  /** @throws Refused; without a current sanctions list, no new payment is accepted */
  private async mustBePayable(recipient: string, amount: string, { wallet: by }: Session): Promise<void> {
    await this.standing.mustBeVerifiedPayee(recipient, { by, amount, currency: 'RLUSD' });
    await this.standing.mayBegin(recipient, null);
  }
}
