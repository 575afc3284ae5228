import { Body, Controller, Get, HttpCode, Param, ParseUUIDPipe, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { PageQuery, ProposalReasonRequest, type ProposalView, type SignatureLinks } from '@tknest/contracts/api';
import { LIMITS } from '@tknest/contracts/rules';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { answerPage } from '#platform/http/paging.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { RateLimited } from '#platform/http/rate-limited.js';
import { ApproveProposal, EndProposal } from '../decide/decide-proposal.command.js';
import { ListProposals } from './proposals.query.js';

@Controller('api/admin/proposals')
@Access('admin')
export class ProposalsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  /** Proposals of admins, which a second admin must approve, newest first. */
  @Get()
  @Access('admin', 'auditor')
  async list(
    @CurrentSession() session: Session,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProposalView[]> {
    return answerPage(response, await this.queries.execute(new ListProposals(query, session.wallet)));
  }

  /** Asks the caller's wallet for a signature; the approval counts once it is signed. */
  @Post(':id/approve')
  @HttpCode(202)
  @FreshSignature()
  @RateLimited(LIMITS.paymentStart)
  async approve(@CurrentSession() session: Session, @Param('id', ParseUUIDPipe) id: string): Promise<SignatureLinks> {
    return this.commands.execute(new ApproveProposal(session, id.toLowerCase()));
  }

  @Post(':id/refuse')
  @HttpCode(200)
  refuse(
    @CurrentSession() session: Session,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { reason }: ProposalReasonRequest,
  ): Promise<{ success: true }> {
    return this.end(new EndProposal(session, id.toLowerCase(), 'refuse', reason));
  }

  /** Withdraws the caller's own proposal. */
  @Post(':id/withdraw')
  @HttpCode(200)
  withdraw(
    @CurrentSession() session: Session,
    @Param('id', ParseUUIDPipe) id: string,
    @Body() { reason }: ProposalReasonRequest,
  ): Promise<{ success: true }> {
    return this.end(new EndProposal(session, id.toLowerCase(), 'withdraw', reason));
  }

  private async end(command: EndProposal): Promise<{ success: true }> {
    await this.readModels.waitFor(await this.commands.execute(command), ['proposals']);
    return { success: true };
  }
}
