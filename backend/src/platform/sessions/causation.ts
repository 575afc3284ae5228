import { Inject, Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { BusinessCalendar } from '../calendar/business-calendar.js';
import { canonicalJson } from '../event-store/canonical-json.js';
import { uuidv5 } from '../event-store/ids.js';
import type { CommandContext } from '../event-store/decider.js';
import { sessionHandle } from '../telemetry/security-log.js';
import { traceOf } from '../telemetry/trace.js';
import type { Session } from './session.js';
import { Refused } from '../domain/refused.js';
import { VaultService } from '../vault/vault.service.js';

/** Longest accepted Idempotency-Key; a truncated one could equal another. */
const IDEMPOTENCY_KEY_MAX = 200;

/** The command id for a person's Idempotency-Key. */
export const commandOf = (wallet: string, key: string): string => uuidv5(`idempotency/${wallet}/${key}`);

export interface Cause {
  session?: Session | null;
  /** The caller's Idempotency-Key: the same key from the same person is the same command. */
  idempotencyKey?: string;
  /** The command's input; another input with the same key is refused. */
  input?: unknown;
  /** The cause, if the platform itself acts. */
  commandId?: string;
}

/** Makes the context of a command: its id, its actor, and the business day. */
@Injectable()
export class Causation {
  constructor(
    @Inject(BusinessCalendar) private readonly calendar: BusinessCalendar,
    private readonly vault: VaultService,
  ) {}

  /**
   * The digest of the input is keyed, because a plain digest of personal data could be found by trying. @throws Refused
   * if the Idempotency-Key is too long
   */
  async contextOf({ session, idempotencyKey: key, input, commandId }: Cause): Promise<CommandContext> {
    if (key && key.length > IDEMPOTENCY_KEY_MAX)
      throw new Refused('invalid', `Idempotency-Key may have at most ${IDEMPOTENCY_KEY_MAX} characters`);
    const traceId = traceOf();
    const id = commandId ?? (key ? commandOf(session?.wallet ?? 'anonymous', key) : randomUUID());
    return {
      metadata: {
        commandId: id,
        correlationId: id,
        causationId: id,
        actor: session ? { wallet: session.wallet, role: session.role } : { wallet: null, role: 'system' },
        ...(session?.id && { session: sessionHandle(session.id) }),
        ...(session && traceId && { trace: traceId }),
        businessDate: await this.calendar.today(),
      },
      ...(key ? { inputHash: this.vault.blindIndex('idempotency', canonicalJson(input ?? null)) } : {}),
    };
  }
}
