import { Body, Controller, Get, HttpStatus, Post, Query, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  AutoTokenConfigRequest,
  PageQuery,
  type AutoIssuanceView,
  type AutoTokenConfigView,
  type ProposalAnswer,
} from '@tknest/contracts/api';
import type { Response } from 'express';
import { Access, CurrentSession, FreshSignature } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { answerPage } from '#platform/http/paging.js';
import { TwoPeople } from '#features/proposals/module.public.js';
import { automationRow, ListIssuances } from '../show-operations/list-issuances.query.js';
import { ConfigureAutomation } from './configure-automation.command.js';
import { ShowAutomation } from './show-automation.query.js';

@Controller('api/admin/auto-token-config')
@Access('admin', 'auditor')
export class AutomationController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly twoPeople: TwoPeople,
  ) {}

  /** The configuration of automatic issuance (REQ-2.3.7). It shows only that the seed is in the vault. */
  @Get()
  show(): Promise<AutoTokenConfigView> {
    return this.queries.execute(new ShowAutomation());
  }

  /** One person can turn it off; turning it on takes two. */
  @Post()
  @Access('admin')
  @FreshSignature()
  async configure(
    @CurrentSession() session: Session,
    @Body() request: AutoTokenConfigRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<{ success: true } | ProposalAnswer> {
    const asking = { session, request, key: undefined };
    const proposed = request.enabled ? await this.twoPeople.propose('auto-issuance', asking) : null;
    response.status(proposed ? HttpStatus.ACCEPTED : HttpStatus.OK);
    if (proposed) return proposed;
    await this.commands.execute(new ConfigureAutomation(session, request));
    return { success: true };
  }

  /** What automation issued, and what it skipped and why; newest first. */
  @Get('activity')
  async activity(
    @Query() asked: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AutoIssuanceView[]> {
    return answerPage(response, await this.queries.execute(new ListIssuances('automation', asked))).map(automationRow);
  }
}
