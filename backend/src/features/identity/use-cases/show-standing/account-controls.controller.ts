import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { CommandBus, QueryBus, type Command } from '@nestjs/cqrs';
import {
  ReasonRequest,
  RevokeVerificationRequest,
  type UsedControlView,
  type WalletStandingView,
} from '@tknest/contracts/api';
import type { Position } from '#platform/event-store/event-store.js';
import { Access, CurrentSession } from '#platform/http/access.js';
import type { Session } from '#platform/sessions/session.js';
import { WalletAddress } from '#platform/http/wallet-address.js';
import { ReadModels } from '#platform/projections/read-models.js';
import { RevokeVerification } from '../revoke-verification/revoke-verification.command.js';
import { SuspendWallet } from '../suspend-wallet/suspend-wallet.command.js';
import { ShowUsedControls } from './show-used-controls.query.js';
import { ShowStanding } from './show-standing.query.js';

/** The account controls of admins: each is an event with its reason. */
@Controller('api/admin/users/:wallet')
@Access('admin')
export class AccountControlsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly readModels: ReadModels,
  ) {}

  @Get()
  @Access('admin', 'auditor')
  show(@Param('wallet', WalletAddress) wallet: string): Promise<WalletStandingView> {
    return this.queries.execute(new ShowStanding(wallet));
  }

  /** Controls that admins used on the wallet, with their reasons; auditors do not see the reasons. */
  @Get('controls')
  @Access('admin', 'auditor')
  used(@CurrentSession() session: Session, @Param('wallet', WalletAddress) wallet: string): Promise<UsedControlView[]> {
    return this.queries.execute(new ShowUsedControls(wallet, session.role === 'auditor'));
  }

  /** The wallet can no longer list, buy or apply. Its debts and holdings are not affected. */
  @Post('suspend')
  @HttpCode(200)
  suspend(
    @CurrentSession() session: Session,
    @Param('wallet', WalletAddress) wallet: string,
    @Body() { reason }: ReasonRequest,
  ): Promise<WalletStandingView> {
    return this.use(wallet, new SuspendWallet(session, wallet, true, reason));
  }

  /** Lifts the suspension. */
  @Post('reinstate')
  @HttpCode(200)
  reinstate(
    @CurrentSession() session: Session,
    @Param('wallet', WalletAddress) wallet: string,
    @Body() { reason }: ReasonRequest,
  ): Promise<WalletStandingView> {
    return this.use(wallet, new SuspendWallet(session, wallet, false, reason));
  }

  /** The person is no longer verified for the role; a new application waits for an officer's decision. */
  @Post('revoke-verification')
  @HttpCode(200)
  revoke(
    @CurrentSession() session: Session,
    @Param('wallet', WalletAddress) wallet: string,
    @Body() { role, reason }: RevokeVerificationRequest,
  ): Promise<WalletStandingView> {
    return this.use(wallet, new RevokeVerification(session, wallet, role, reason));
  }

  private async use(wallet: string, command: Command<Position>): Promise<WalletStandingView> {
    await this.readModels.waitFor(await this.commands.execute(command), ['persons']);
    return this.queries.execute(new ShowStanding(wallet));
  }
}
