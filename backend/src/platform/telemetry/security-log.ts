import { Logger } from '@nestjs/common';
import type { Request } from 'express';

export type SecurityEvent =
  | 'unauthenticated'
  | 'forbidden'
  | 'anti-forgery'
  | 'fresh-signature'
  | 'rate-limit'
  | 'export'
  | 'sign-in'
  | 'sign-in-refused'
  | 'vault-item-refused'
  | 'read-model-refused';

/** An event with its source address, which is only for the table of such events. */
export interface SecurityRecord {
  event: SecurityEvent;
  address: string;
  method: string;
  /** The route as declared, without the values in its path. */
  call: string;
  session: string;
}

const log = new Logger('Security');
/** A prefix of a session's digest that distinguishes it, by which authorized people can find the wallet. */
const HANDLE_LENGTH = 16;
const followers = new Set<(record: SecurityRecord) => void>();

/**
 * Identifies a session in logs and in the metadata of events. It grants no access, and the token cannot be derived from
 * it.
 */
export const sessionHandle = (id: string): string => id.slice(0, HANDLE_LENGTH);

/** @returns a function that unsubscribes */
export function followSecurityEvents(follower: (record: SecurityRecord) => void): () => void {
  followers.add(follower);
  return () => void followers.delete(follower);
}

/**
 * One log line for security monitoring: what was refused or exported, by which call, in which session. It contains no
 * wallet, network address, path or text that somebody sent.
 * @param opened id of the session that the call has opened
 */
export function securityEvent(
  event: SecurityEvent,
  request: Request & { session?: { id: string; role: string } },
  more: Record<string, unknown> = {},
  opened?: string,
): void {
  const call = (request.route as { path?: string } | undefined)?.path ?? null;
  const id = opened ?? request.session?.id;
  const session = id ? sessionHandle(id) : null;
  log.warn(
    { event, method: request.method, call, session, role: request.session?.role ?? null, ...more },
    `Security: ${event}`,
  );
  const record = { event, address: request.ip ?? '', method: request.method, call: call ?? '', session: session ?? '' };
  for (const follower of followers) follower(record);
}

/** An event that no request of a person shows by itself. */
export function alarm(event: SecurityEvent): void {
  log.error({ event }, `Security: ${event}`);
  for (const follower of followers) follower({ event, address: '', method: '', call: '', session: '' });
}
