import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SignInLinks } from '@tknest/contracts/api';
import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { WALLET_APP, type WalletAppPort } from '../../../../platform/wallet-app/wallet-app-port.js';
import { LoginAttempts, LOGIN_TTL_MS } from './login-attempts.js';
import { loginMemo } from './sign-in-check.js';

/** Asks the wallet app for a signature that only the browser with this secret can redeem. */
export class BeginSignIn extends Command<SignInLinks> {
  constructor(
    readonly role: 'investor' | 'landlord',
    readonly browserSecret: string,
  ) {
    super();
  }
}

@CommandHandler(BeginSignIn)
export class BeginSignInHandler implements ICommandHandler<BeginSignIn> {
  constructor(
    @Inject(WALLET_APP) private readonly walletApp: WalletAppPort,
    private readonly attempts: LoginAttempts,
  ) {}

  /** @throws WalletAppUnavailable */
  async execute({ role, browserSecret }: BeginSignIn): Promise<SignInLinks> {
    const identifier = randomUUID();
    const nonce = randomBytes(24).toString('base64url');
    const matchNumber = String(randomInt(10, 100));
    const { payloadUuid, qrCode, deepLink, websocket } = await this.walletApp.request({
      identifier,
      transaction: { TransactionType: 'SignIn', Memos: loginMemo(nonce) },
      signer: null,
      expiresInMinutes: LOGIN_TTL_MS / 60_000,
      instruction:
        `Sign in. Your number is ${matchNumber}: sign only if the page that you opened yourself shows the same. ` +
        'This costs nothing and moves no money.',
    });
    await this.attempts.begin({ payloadUuid, identifier, nonce, role }, browserSecret);
    return { payloadUuid, qrCode, deepLink, websocket, matchNumber };
  }
}
