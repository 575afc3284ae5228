import { Inject, Injectable } from '@nestjs/common';
import type { UserRole } from '@tknest/contracts/api';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Pool } from 'pg';
import { CLOCK, type Clock } from '../clock/clock.js';
import { CONFIG, type Config } from '../config/config.js';
import { POOL } from '../database/pool.js';
import type { Session } from './session.js';
import { KeyRing } from '../vault/key-ring.js';
import { RowMacs } from '../keys/row-macs.js';

const TOUCH_EVERY_MS = 30_000;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
/** The key of a session: the digest of its token. */
export const sessionIdOf = (token: string): string => sha256(token);

interface SessionRow {
  id: string;
  wallet: string;
  role: UserRole;
  opened_at: Date;
  seen_at: Date;
  expires_at: Date;
  mac: Buffer | null;
}

/** A session as its owner sees it; the id grants no access. */
export interface OpenSession {
  id: string;
  role: UserRole;
  openedAt: Date;
  seenAt: Date;
  expiresAt: Date;
  /** "Firefox on Windows"; null if it is not known. */
  device: string | null;
  /** When it ends without further calls: by idleness, or at its maximum age. */
  endsAt: Date;
}

/**
 * Server-side sessions: a table stores the digest of each token, so a copy of the table grants no access. They end
 * after idleness, at their maximum age, or at sign-out.
 */
@Injectable()
export class SessionService {
  private readonly macs: RowMacs;

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    ring: KeyRing,
  ) {
    this.macs = new RowMacs(ring, 'sessions', 'sessions');
  }

  /** Opens a session for a token made by the caller; opening it again with the same token finds the same session. */
  async open(token: string, wallet: string, role: UserRole, device: string | null = null): Promise<void> {
    const now = this.clock.now();
    const expires = new Date(now.getTime() + this.config.sessionMaxHours * 3_600_000);
    const id = sha256(token);
    await this.pool.query(
      'insert into platform.sessions (id, wallet, role, opened_at, seen_at, expires_at, device, mac) values ($1, $2, $3, $4, $4, $5, $6, $7) on conflict (id) do nothing',
      [id, wallet, role, now, expires, device, this.macs.of(id, wallet, role, now, expires)],
    );
  }

  /** The live session behind a token, or null. */
  async find(token: string, fromCookie: boolean): Promise<Session | null> {
    const now = this.clock.now();
    const idleSince = new Date(now.getTime() - this.config.sessionIdleMinutes * 60_000);
    const id = sha256(token);
    const { rows } = await this.pool.query<SessionRow & { key_id: number | null }>(
      `select id, wallet, role, opened_at, seen_at, expires_at, mac,
         (select max(id) from platform.wrapped_keys where purpose = 'sessions') as key_id
       from platform.sessions where id = $1 and expires_at > $2 and seen_at > $3`,
      [id, now, idleSince],
    );
    const row = rows[0];
    if (!row) return null;
    await this.macs.at(row.key_id);
    if (!this.isGenuine(row)) return null;
    if (now.getTime() - row.seen_at.getTime() > TOUCH_EVERY_MS)
      await this.pool.query('update platform.sessions set seen_at = $2 where id = $1', [id, now]);
    return {
      id,
      wallet: row.wallet,
      role: this.roleNow(row.wallet, row.role),
      csrfToken: this.csrfTokenOf(token),
      openedAt: row.opened_at,
      fromCookie,
    };
  }

  /** Which of these sessions are open, with their wallet's current role. Checking does not keep them open. */
  async stillOpen(ids: readonly string[]): Promise<Map<string, UserRole>> {
    const now = this.clock.now();
    const { rows } = await this.pool.query<SessionRow>(
      `select id, wallet, role, opened_at, expires_at, mac from platform.sessions
       where id = any($1) and expires_at > $2 and seen_at > $3`,
      [ids, now, new Date(now.getTime() - this.config.sessionIdleMinutes * 60_000)],
    );
    return new Map(
      rows.filter((row) => this.isGenuine(row)).map(({ id, wallet, role }) => [id, this.roleNow(wallet, role)]),
    );
  }

  /** The live sessions of a wallet, the latest used first. */
  async listOf(wallet: string): Promise<OpenSession[]> {
    const now = this.clock.now();
    const idleMs = this.config.sessionIdleMinutes * 60_000;
    const { rows } = await this.pool.query<SessionRow & { device: string | null }>(
      `select id, wallet, role, opened_at, seen_at, expires_at, device, mac from platform.sessions
       where wallet = $1 and expires_at > $2 and seen_at > $3 order by seen_at desc, id`,
      [wallet, now, new Date(now.getTime() - idleMs)],
    );
    return rows
      .filter((row) => this.isGenuine(row))
      .map(({ id, role, opened_at: openedAt, seen_at: seenAt, expires_at: expiresAt, device }) => {
        const endsAt = new Date(Math.min(expiresAt.getTime(), seenAt.getTime() + idleMs));
        return { id, role, openedAt, seenAt, expiresAt, device, endsAt };
      });
  }

  /**
   * Ends one session of a wallet.
   * @param idPrefix as much of its id as its owner is shown
   * @returns whether it was open
   */
  async closeOneOf(wallet: string, idPrefix: string): Promise<boolean> {
    const { rowCount } = await this.pool.query(
      'delete from platform.sessions where wallet = $1 and starts_with(id, $2)',
      [wallet, idPrefix],
    );
    return (rowCount ?? 0) > 0;
  }

  /** Ends every session of a wallet, except one if given. @returns how many there were */
  async closeAllOf(wallet: string, except: string | null = null): Promise<number> {
    const { rowCount } = await this.pool.query(
      'delete from platform.sessions where wallet = $1 and id is distinct from $2',
      [wallet, except],
    );
    return rowCount ?? 0;
  }

  async close(id: string): Promise<void> {
    await this.pool.query('delete from platform.sessions where id = $1', [id]);
  }

  async removeExpired(): Promise<void> {
    const now = this.clock.now();
    await this.pool.query('delete from platform.sessions where expires_at < $1 or seen_at < $2', [
      now,
      new Date(now.getTime() - this.config.sessionIdleMinutes * 60_000),
    ]);
    await this.pool.query('delete from platform.login_attempts where expires_at < $1', [
      new Date(now.getTime() - 3_600_000),
    ]);
    await this.pool.query('delete from platform.rate_limits where window_end < $1', [now]);
    await this.pool.query('delete from platform.request_budgets where minute < $1', [
      Math.floor(now.getTime() / 60_000) - 1,
    ]);
  }

  /** Admin and auditor are granted by configuration; a grant that was withdrawn ends with the next call. */
  roleOf(wallet: string, chosen: 'investor' | 'landlord'): UserRole {
    if (this.config.adminWallets.has(wallet)) return 'admin';
    if (this.config.complianceWallets.has(wallet)) return 'compliance';
    if (this.config.auditorWallets.has(wallet)) return 'auditor';
    return chosen;
  }

  private roleNow(wallet: string, stored: UserRole): UserRole {
    return this.roleOf(wallet, stored === 'landlord' ? 'landlord' : 'investor');
  }

  /** A row that somebody inserted into the table, or changed there, grants no access. */
  private isGenuine({ id, wallet, role, opened_at, expires_at, mac }: SessionRow): boolean {
    return this.macs.fits(mac, id, wallet, role, opened_at, expires_at);
  }

  csrfTokenOf(token: string): string {
    return createHmac('sha256', token).update('anti-forgery').digest('base64url');
  }

  isCsrfToken(session: Session, given: string | undefined): boolean {
    const [a, b] = [Buffer.from(session.csrfToken), Buffer.from(given ?? '')];
    return a.length === b.length && timingSafeEqual(a, b);
  }
}
