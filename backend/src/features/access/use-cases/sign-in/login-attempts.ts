import { Inject, Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../../../../platform/clock/clock.js';
import { POOL } from '../../../../platform/database/pool.js';
import type { SignInLinks } from '@tknest/contracts/api';

/** Type of the memo that a sign-in signs: `tknest/login/1`. */
export const LOGIN_MEMO = 'login';
/** How long a sign-in waits for its signature; the page stops asking after the same time. */
export const LOGIN_TTL_MS = 300_000;
/** An open sign-in is shown again only while there is this much time left to sign it. */
const REUSE_LEFT_MS = 120_000;

export interface LoginAttempt {
  payloadUuid: string;
  /** Our own name of the request in the wallet app. */
  identifier: string;
  /** What is signed: it binds a signature to one login of one browser. */
  nonce: string;
}

export interface StoredAttempt extends LoginAttempt {
  role: 'investor' | 'landlord';
  /** Null until the signature was accepted; a sign-in is used once. */
  wallet: string | null;
  expired: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
  expiresAt: number;
}

const digest = (secret: string) => createHash('sha256').update(secret).digest('hex');

/** Sign-ins under way, each bound to the browser that began it by a secret in its cookie. */
@Injectable()
export class LoginAttempts {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * What this browser's open sign-in shows, for whoever begins again: the wallet app is not asked for another request.
   * From now on it is the new secret's, and in the role chosen now: whoever else had the one before has nothing.
   * @returns null where there is none, or it is about to expire
   */
  async takeOver(secretBefore: string, newSecret: string, role: 'investor' | 'landlord'): Promise<SignInLinks | null> {
    const { rows } = await this.pool.query<{ shown: SignInLinks }>(
      `update platform.login_attempts set role = $3, browser = $4 where payload_uuid = (
         select payload_uuid from platform.login_attempts
          where browser = $1 and wallet is null and shown is not null and expires_at > $2
          order by expires_at desc limit 1) and wallet is null returning shown`,
      [digest(secretBefore), new Date(this.clock.now().getTime() + REUSE_LEFT_MS), role, digest(newSecret)],
    );
    return rows[0]?.shown ?? null;
  }

  async begin(
    attempt: LoginAttempt & { role: 'investor' | 'landlord' },
    browserSecret: string,
    shown: SignInLinks,
  ): Promise<void> {
    await this.pool.query(
      'insert into platform.login_attempts (payload_uuid, identifier, nonce, role, browser, expires_at, shown) values ($1, $2, $3, $4, $5, $6, $7)',
      [
        attempt.payloadUuid,
        attempt.identifier,
        attempt.nonce,
        attempt.role,
        digest(browserSecret),
        new Date(this.clock.now().getTime() + LOGIN_TTL_MS),
        shown,
      ],
    );
  }

  /** The attempt, if this browser began it; null otherwise, whatever the reason. */
  async find(payloadUuid: string, browserSecret: string): Promise<StoredAttempt | null> {
    const { rows } = await this.pool.query(
      'select payload_uuid, identifier, nonce, role, wallet, expires_at from platform.login_attempts where payload_uuid::text = $1 and browser = $2',
      [payloadUuid.toLowerCase(), digest(browserSecret)],
    );
    const row = rows[0];
    if (!row) return null;
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

  /** Marks the attempt as used by a wallet. @returns false where it had been used before */
  async use(payloadUuid: string, wallet: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'update platform.login_attempts set wallet = $2 where payload_uuid = $1 and wallet is null',
      [payloadUuid, wallet],
    );
    return rowCount === 1;
  }

  /** Who signs out has signed out: no sign-in of this wallet that is still young can be redeemed again. */
  async forget(wallet: string): Promise<void> {
    await this.pool.query('delete from platform.login_attempts where wallet = $1', [wallet]);
  }
}
