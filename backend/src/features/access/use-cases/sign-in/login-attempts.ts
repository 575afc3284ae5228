import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { POOL } from '#platform/database/pool.js';
import { canonicalJson } from '#platform/event-store/canonical-json.js';
import { KeyRing } from '#platform/vault/key-ring.js';
import { RowMacs } from '#platform/keys/row-macs.js';
import type { SignInLinks } from '@tknest/contracts/api';

/** Type of the memo that a sign-in signs: `tknest/login/1`. */
export const LOGIN_MEMO = 'login';
/** How long a sign-in waits for its signature; the page stops asking after the same time. */
export const LOGIN_TTL_MS = 300_000;
/** An open sign-in is shown again only while there is this much time left to sign it. */
const REUSE_LEFT_MS = 120_000;

export interface LoginAttempt {
  payloadUuid: string;
  /** The platform's own id for the request in the wallet app. */
  identifier: string;
  /** What is signed: it binds a signature to one login of one browser. */
  nonce: string;
}

export interface StoredAttempt extends LoginAttempt {
  role: 'investor' | 'landlord';
  /**
   * Null until the signature was accepted. Not authenticated: it shows that a sign-in was redeemed, but proves no
   * identity.
   */
  wallet: string | null;
  expired: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  expiresAt: number;
}

interface AttemptRow {
  payload_uuid: string;
  identifier: string;
  nonce: string;
  role: 'investor' | 'landlord';
  browser: string;
  wallet: string | null;
  expires_at: Date;
  shown: SignInLinks | null;
  mac: Buffer | null;
}

/** The authenticated columns: all except the wallet, which is set when the attempt is used. */
const believed = ({
  payload_uuid,
  identifier,
  nonce,
  role,
  browser,
  expires_at,
  shown,
}: Omit<AttemptRow, 'wallet' | 'mac'>) =>
  [payload_uuid, identifier, nonce, role, browser, expires_at, canonicalJson(shown)] as const;

const digest = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Sign-ins under way, each bound to the browser that began it by a secret in its cookie. */
@Injectable()
export class LoginAttempts {
  private readonly macs: RowMacs;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    ring: KeyRing,
  ) {
    this.macs = new RowMacs(ring, 'sessions', 'login_attempts');
  }

  /**
   * Returns this browser's open sign-in if it begins again, so that the wallet app gets no second request. From now on
   * it belongs to the new secret, in the role chosen now; the previous secret becomes useless.
   * @returns null if there is none, or it is about to expire
   */
  async takeOver(secretBefore: string, newSecret: string, role: 'investor' | 'landlord'): Promise<SignInLinks | null> {
    const { rows } = await this.pool.query<AttemptRow>(
      `select * from platform.login_attempts
        where browser = $1 and wallet is null and shown is not null and expires_at > $2
        order by expires_at desc limit 1`,
      [digest(secretBefore), new Date(this.clock.now().getTime() + REUSE_LEFT_MS)],
    );
    const [row] = rows;
    if (!row || !this.isGenuine(row)) return null;
    const taken = { ...row, role, browser: digest(newSecret) };
    const { rowCount } = await this.pool.query(
      `update platform.login_attempts set role = $3, browser = $4, mac = $5
        where payload_uuid = $1 and browser = $2 and wallet is null`,
      [row.payload_uuid, row.browser, role, taken.browser, this.macs.of(...believed(taken))],
    );
    return rowCount === 1 ? row.shown : null;
  }

  async begin(
    attempt: LoginAttempt & { role: 'investor' | 'landlord' },
    browserSecret: string,
    shown: SignInLinks,
  ): Promise<void> {
    const row = {
      payload_uuid: attempt.payloadUuid.toLowerCase(),
      identifier: attempt.identifier,
      nonce: attempt.nonce,
      role: attempt.role,
      browser: digest(browserSecret),
      expires_at: new Date(this.clock.now().getTime() + LOGIN_TTL_MS),
      shown,
    };
    await this.pool.query(
      'insert into platform.login_attempts (payload_uuid, identifier, nonce, role, browser, expires_at, shown, mac) values ($1, $2, $3, $4, $5, $6, $7, $8)',
      [...Object.values(row), this.macs.of(...believed(row))],
    );
  }

  /** The attempt, if this browser began it; null otherwise, whatever the reason. */
  async find(payloadUuid: string, browserSecret: string): Promise<StoredAttempt | null> {
    const { rows } = await this.pool.query<AttemptRow>(
      'select * from platform.login_attempts where payload_uuid::text = $1 and browser = $2',
      [payloadUuid.toLowerCase(), digest(browserSecret)],
    );
    const row = rows[0];
    if (!row || !this.isGenuine(row)) return null;
    return {
      payloadUuid: row.payload_uuid,
      identifier: row.identifier,
      nonce: row.nonce,
      role: row.role,
      wallet: row.wallet,
      expired: row.expires_at <= this.clock.now(),
      createdAt: row.expires_at.getTime() - LOGIN_TTL_MS,
      expiresAt: row.expires_at.getTime(),
    };
  }

  /** Marks the attempt as used by a wallet. @returns false if it had been used before */
  async use(payloadUuid: string, wallet: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'update platform.login_attempts set wallet = $2 where payload_uuid = $1 and wallet is null',
      [payloadUuid, wallet],
    );
    return rowCount === 1;
  }

  private isGenuine(row: AttemptRow): boolean {
    return this.macs.fits(row.mac, ...believed(row));
  }

  /** Called at sign-out, so that no recent sign-in of this wallet can be redeemed again. */
  async forget(wallet: string): Promise<void> {
    await this.pool.query('delete from platform.login_attempts where wallet = $1', [wallet]);
  }
}
