import { Inject, Injectable, Logger } from '@nestjs/common';
import type { SignRequestLinks, WalletLoginStatus } from '@tknest/contracts/api';
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { CONFIG, type Config } from '../../../../platform/config/config.js';
import { EVENT_STORE, type EventStore } from '../../../../platform/event-store/event-store.js';
import { LEDGER, type LedgerPort } from '../../../../platform/ledger/ledger-port.js';
import { Causation } from '../../../../platform/sessions/causation.js';
import { SessionService } from '../../../../platform/sessions/session-service.js';
import { WALLET_APP, type WalletAppPort } from '../../../../platform/wallet-app/wallet-app-port.js';
import { LoginAttempts, LOGIN_TTL_MS, type StoredAttempt } from './login-attempts.js';
import { loginMemo, signInProblem } from './sign-in-check.js';

const nothing: WalletLoginStatus = {
  authenticated: false,
  walletAddress: null,
  sessionToken: null,
  cancelled: false,
  expired: false,
};

@Injectable()
export class SignInService {
  private readonly log = new Logger('SignIn');

  constructor(
    @Inject(WALLET_APP) private readonly walletApp: WalletAppPort,
    @Inject(LEDGER) private readonly ledger: LedgerPort,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: Config,
    private readonly attempts: LoginAttempts,
    private readonly sessions: SessionService,
    private readonly causation: Causation,
  ) {}

  /** Asks the wallet app for a signature that only this browser can redeem. */
  async begin(role: 'investor' | 'landlord', browserSecret: string): Promise<SignRequestLinks> {
    const identifier = randomUUID();
    const nonce = randomBytes(24).toString('base64url');
    const links = await this.walletApp.request({
      identifier,
      transaction: { TransactionType: 'SignIn', Memos: loginMemo(nonce) },
      signer: null,
      expiresInMinutes: LOGIN_TTL_MS / 60_000,
      instruction: 'Sign in. This costs nothing and moves no money.',
    });
    await this.attempts.begin({ payloadUuid: links.payloadUuid, identifier, nonce, role }, browserSecret);
    return {
      payloadUuid: links.payloadUuid,
      qrCode: links.qrCode,
      deepLink: links.deepLink,
      websocket: links.websocket,
    };
  }

  async status(payloadUuid: string, browserSecret: string): Promise<WalletLoginStatus> {
    const attempt = await this.attempts.find(payloadUuid, browserSecret);
    if (!attempt) return { ...nothing, expired: true };
    if (attempt.wallet !== null) return this.openSession(attempt, attempt.wallet, browserSecret);
    const outcome = await this.walletApp.outcome(payloadUuid);
    if (outcome.state === 'rejected' || outcome.state === 'cancelled') return { ...nothing, cancelled: true };
    if (attempt.expired || outcome.state === 'expired' || outcome.state === 'gone')
      return { ...nothing, expired: true };
    if (outcome.state === 'open') return nothing;
    const problem = await signInProblem(this.ledger, attempt, outcome, this.config.xaman.key);
    if (problem) {
      this.log.warn(`A sign-in was refused: ${problem}`);
      return { ...nothing, cancelled: true };
    }
    const wallet = outcome.signed!.account;
    if (!(await this.attempts.use(payloadUuid, wallet))) return { ...nothing, expired: true };
    return this.openSession(attempt, wallet, browserSecret);
  }

  /**
   * The token follows from attempt and browser, so an answer that was lost on the way is given again to the same
   * browser, and to no other.
   */
  private async openSession(attempt: StoredAttempt, wallet: string, browserSecret: string): Promise<WalletLoginStatus> {
    if (attempt.expired) return { ...nothing, expired: true };
    const sessionToken = createHmac('sha256', this.config.masterKey)
      .update(`session/${attempt.payloadUuid}/${browserSecret}`)
      .digest('base64url');
    const role = this.sessions.roleOf(wallet, attempt.role);
    await this.sessions.open(sessionToken, wallet, role);
    const context = await this.causation.contextOf({ commandId: attempt.payloadUuid });
    await this.store.append(
      `wallet-${wallet}`,
      'any',
      [{ type: 'WalletSignedIn', data: { wallet, role, payloadUuid: attempt.payloadUuid } }],
      context,
    );
    return { ...nothing, authenticated: true, walletAddress: wallet, sessionToken };
  }
}
