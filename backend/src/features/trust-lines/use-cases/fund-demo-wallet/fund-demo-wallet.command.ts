import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import type { WalletInfoView } from '@tknest/contracts/api';
import { EASY_SETUP } from '@tknest/contracts/rules';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import type { Session } from '#platform/sessions/session.js';
import { ShowWallet } from '../show-wallet/show-wallet.query.js';

/** How long to wait for the faucet, which answers once its payment is on a validated ledger, in milliseconds. */
const PATIENCE_MS = 30_000;

/** Tops a wallet up with the sandbox's money; a larger balance stays as it is. */
export class FundDemoWallet extends Command<WalletInfoView> {
  /** @param session null for a visitor */
  constructor(
    readonly session: Session | null,
    readonly wallet: string,
  ) {
    super();
  }
}

/** Records no event: the payment is only on the ledger, and the money belongs to the sandbox. */
@CommandHandler(FundDemoWallet)
export class FundDemoWalletHandler implements ICommandHandler<FundDemoWallet> {
  private readonly log = new Logger('DemoFunding');

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly queries: QueryBus,
  ) {}

  /**
   * @throws Refused if there is no sandbox, or the wallet is neither the caller's nor has a line; LedgerUnavailable
   */
  async execute({ session, wallet }: FundDemoWallet): Promise<WalletInfoView> {
    const { demoFaucetUrl, production } = this.config;
    if (demoFaucetUrl === null || production) throw new Refused('not-found', 'Not Found');
    const before = await this.queries.execute(new ShowWallet(wallet));
    if (session?.wallet !== wallet && before.trustlineStatus === 'none')
      throw new Refused('forbidden', 'Sign in with this wallet, or open its RLUSD trust line first');
    const { xrp, rlusd } = EASY_SETUP.demo;
    if (!(await this.fill(`${demoFaucetUrl}/fill`, { destination: wallet, xrp, rlusd })))
      throw new Refused('unavailable', 'The sandbox’s faucet is not responding. Please try again in a moment.');
    return this.queries.execute(new ShowWallet(wallet));
  }

  private async fill(url: string, body: object): Promise<boolean> {
    try {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        signal: AbortSignal.timeout(PATIENCE_MS),
        body: JSON.stringify(body),
      });
      if (!answer.ok) this.log.warn(`The faucet answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
      return answer.ok;
    } catch (error) {
      this.log.warn({ err: error }, 'The faucet did not answer');
      return false;
    }
  }
}
