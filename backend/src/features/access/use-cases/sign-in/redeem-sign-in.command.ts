import { Inject, Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { WalletLoginStatus } from '@tknest/contracts/api';
import { createHmac } from 'node:crypto';
import { CONFIG, type Config } from '#platform/config/config.js';
import { KeyAuthority } from '#platform/ledger/key-authority.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { SessionService } from '#platform/sessions/session-service.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { outcomeProblem } from '#platform/ledger/signed-memo.js';
import { WALLET_APP, type WalletAppPort } from '#platform/wallet-app/wallet-app-port.js';
import { WalletQuestions } from '#platform/wallet-app/wallet-questions.js';
import { LOGIN_MEMO, LoginAttempts, type StoredAttempt } from './login-attempts.js';

const nothing: WalletLoginStatus = {
  authenticated: false,
  walletAddress: null,
  sessionToken: null,
  cancelled: false,
  expired: false,
};

/** Asks what became of a sign-in, and opens the session once it is signed. */
export class RedeemSignIn extends Command<WalletLoginStatus> {
  constructor(
    readonly payloadUuid: string,
    readonly browserSecret: string,
    readonly device: string | null = null,
  ) {
    super();
  }
}

@CommandHandler(RedeemSignIn)
export class RedeemSignInHandler implements ICommandHandler<RedeemSignIn> {
  private readonly log = new Logger('SignIn');

  constructor(
    @Inject(WALLET_APP) private readonly walletApp: WalletAppPort,
    private readonly keys: KeyAuthority,
    @Inject(CONFIG) private readonly config: Config,
    private readonly attempts: LoginAttempts,
    private readonly sessions: SessionService,
    private readonly recorder: Recorder,
    private readonly questions: WalletQuestions,
    private readonly ring: KeyRing,
  ) {}

  /** @throws WalletAppUnavailable, LedgerUnavailable */
  async execute({ payloadUuid, browserSecret, device }: RedeemSignIn): Promise<WalletLoginStatus> {
    const attempt = await this.attempts.find(payloadUuid, browserSecret);
    if (!attempt) return { ...nothing, expired: true };
    if (attempt.expired) return { ...nothing, expired: true };
    if (attempt.wallet !== null) {
      const token = this.tokenFor(attempt, browserSecret);
      const session = await this.sessions.find(token, true);
      if (session) return { ...nothing, authenticated: true, walletAddress: session.wallet, sessionToken: token };
      // The wallet in the table proves nothing, so the signature is checked again.
    }
    // Anybody may begin a sign-in and poll its result at any rate, so the wallet app is asked less often.
    const outcome = await this.questions.askForVisitor(attempt, () => this.walletApp.outcome(payloadUuid));
    if (!outcome) return nothing;
    if (outcome.state === 'rejected' || outcome.state === 'cancelled') return { ...nothing, cancelled: true };
    if (outcome.state === 'expired' || outcome.state === 'gone') return { ...nothing, expired: true };
    if (outcome.state === 'open') return nothing;
    const asked = { identifier: attempt.identifier, type: LOGIN_MEMO, text: attempt.nonce };
    const problem = await outcomeProblem(this.keys, asked, outcome, this.config.xaman.key);
    if (problem) {
      this.log.warn(`A sign-in was refused: ${problem}`);
      return { ...nothing, cancelled: true };
    }
    const wallet = outcome.signed.account;
    const isFirst = await this.attempts.use(payloadUuid, wallet);
    if (!isFirst && attempt.wallet !== wallet) return { ...nothing, expired: true };
    return this.openSession(attempt, wallet, browserSecret, device);
  }

  private tokenFor({ payloadUuid }: StoredAttempt, browserSecret: string): string {
    const { key } = this.ring.current('sessions');
    return createHmac('sha256', key).update(`session/${payloadUuid}/${browserSecret}`).digest('base64url');
  }

  /**
   * The token is derived from attempt and browser, so the same browser, and no other, can ask again for an answer that
   * was lost on the way.
   */
  private async openSession(
    attempt: StoredAttempt,
    wallet: string,
    browserSecret: string,
    device: string | null,
  ): Promise<WalletLoginStatus> {
    const sessionToken = this.tokenFor(attempt, browserSecret);
    const role = this.sessions.roleOf(wallet, attempt.role);
    await this.sessions.open(sessionToken, wallet, role, device);
    await this.recorder.append(
      `wallet-${wallet}`,
      'any',
      [{ type: 'WalletSignedIn', data: { wallet, role, payloadUuid: attempt.payloadUuid } }],
      { commandId: attempt.payloadUuid },
    );
    return { ...nothing, authenticated: true, walletAddress: wallet, sessionToken };
  }
}
