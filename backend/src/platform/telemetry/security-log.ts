import { Logger } from '@nestjs/common';
import type { SessionRequest } from '../http/access.js';

export type SecurityEvent =
  'unauthenticated' | 'forbidden' | 'anti-forgery' | 'fresh-signature' | 'rate-limit' | 'export';

const log = new Logger('Security');
/** As much of a session's digest as tells it from others; with it the wallet is found where it may be looked up. */
const HANDLE_LENGTH = 16;

/**
 * One line for those who watch over the platform: what was refused or taken out, by which call, in which session. No
 * wallet, address of the network, path or text that somebody sent stands in it.
 */
export function securityEvent(event: SecurityEvent, request: SessionRequest, more: Record<string, unknown> = {}): void {
  log.warn(
    {
      event,
      method: request.method,
      call: (request.route as { path?: string } | undefined)?.path ?? null,
      session: request.session?.id.slice(0, HANDLE_LENGTH) ?? null,
      role: request.session?.role ?? null,
      ...more,
    },
    `Security: ${event}`,
  );
}
