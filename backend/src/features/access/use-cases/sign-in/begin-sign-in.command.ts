import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SignInLinks } from '@tknest/contracts/api';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { CONFIG, type Config } from '#platform/config/config.js';
import { RequestBudgets, type Asker } from '#platform/wallet-app/request-budgets.js';
import { memoToSign } from '#platform/ledger/signed-memo.js';
import { WALLET_APP, type WalletAppPort } from '#platform/wallet-app/wallet-app-port.js';
import { LOGIN_MEMO, LoginAttempts, LOGIN_TTL_MS } from './login-attempts.js';

export interface BegunSignIn {
  shown: SignInLinks;
  /** Only the browser that has it can redeem the sign-in. */
  browserSecret: string;
}

/** Asks the wallet app for a signature that only the browser with this secret can redeem. */
export class BeginSignIn extends Command<BegunSignIn> {
  constructor(
    readonly role: 'investor' | 'landlord',
    /** Secret of this browser's previous sign-in; null if there is none. */
    readonly secretBefore: string | null,
    /** The client: whose share of the wallet app's requests it uses, and what is counted. */
    readonly asker: { as: Asker; by: readonly string[] },
  ) {
    super();
  }
}

@CommandHandler(BeginSignIn)
export class BeginSignInHandler implements ICommandHandler<BeginSignIn> {
  constructor(
    @Inject(WALLET_APP) private readonly walletApp: WalletAppPort,
    private readonly attempts: LoginAttempts,
    private readonly budgets: RequestBudgets,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** Keeps one open sign-in per browser. @throws WalletAppUnavailable; Refused (429) over the client's rate limit */
  async execute({ role, secretBefore, asker }: BeginSignIn): Promise<BegunSignIn> {
    const browserSecret = randomBytes(32).toString('base64url');
    const open = secretBefore === null ? null : await this.attempts.takeOver(secretBefore, browserSecret, role);
    if (open) return { shown: open, browserSecret };
    await this.budgets.take(asker.as, ...asker.by);
    const identifier = randomUUID();
    const nonce = randomBytes(24).toString('base64url');
    const matchNumber = String(randomInt(10, 100));
    const { payloadUuid, qrCode, deepLink, websocket } = await this.walletApp.request({
      identifier,
      transaction: memoToSign(LOGIN_MEMO, nonce),
      signer: null,
      expiresInMinutes: LOGIN_TTL_MS / 60_000,
      instruction:
        `Sign in to ${new URL(this.config.publicUrl).host}. Your number is ${matchNumber}: sign only if the page that you opened yourself shows the same. ` +
        'This costs nothing and moves no money.',
      returnTo: `${this.config.publicUrl}/auth`,
    });
    const shown = { payloadUuid, qrCode, deepLink, websocket, matchNumber };
    await this.attempts.begin({ payloadUuid, identifier, nonce, role }, browserSecret, shown);
    return { shown, browserSecret };
  }
}
