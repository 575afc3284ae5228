import { Injectable } from '@nestjs/common';
import { parseRlusd } from '@tknest/contracts/money';
import { CommandBus } from '@nestjs/cqrs';
import type { IssueTokensRequest } from '@tknest/contracts/api';
import type { Session } from '#platform/sessions/session.js';
import type { ProposedAct } from '#features/proposals/module.public.js';
import { HandIssuanceCheck } from './hand-issuance-check.js';
import { IssueTokens } from './issue-tokens.command.js';

/** A manual issuance that takes two people. */
@Injectable()
export class HandIssuanceAct implements ProposedAct<IssueTokensRequest> {
  readonly kind = 'hand-issuance';

  constructor(
    private readonly check: HandIssuanceCheck,
    private readonly commands: CommandBus,
  ) {}

  async prepare(request: IssueTokensRequest, session: Session) {
    const { recipient, tokens } = await this.check.mustFit(request);
    await this.check.mustBeAbleToReceive(recipient, tokens, session.wallet);
    return { request: { recipientAddress: recipient, amount: request.amount }, linkTo: '/tokens' };
  }

  async describe({ recipientAddress, amount }: Omit<IssueTokensRequest, 'issuerSeed'>) {
    return {
      summary: `Issue ${Number(amount)} TKNEST to ${recipientAddress}.`,
      beneficiaries: [recipientAddress],
    };
  }

  moves({ amount }: Pick<IssueTokensRequest, 'amount'>) {
    return { rlusd: 0n, tokens: parseRlusd(amount) };
  }

  async carryOut(kept: Omit<IssueTokensRequest, 'issuerSeed'>, session: Session, key: string): Promise<void> {
    await this.commands.execute(new IssueTokens(session, { ...kept, issuerSeed: '' }, key, 0));
  }
}
