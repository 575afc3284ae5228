import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { UsedControlView } from '@tknest/contracts/api';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { identityStream } from '../../identity.state.js';

const CONTROLS: ReadonlySet<string> = new Set([
  'WalletSuspended',
  'WalletReinstated',
  'VerificationRevoked',
  'SessionsEnded',
]);

/** An officer's reason at the compliance desk, or an admin's. */
const REASONS = ['brake-reason', 'compliance-reason', 'sessions-ended-reason'] as const;

/**
 * Every control used on a wallet with its reason, the latest first; an erased person's reasons are gone.
 * @param masked for auditors: what was done, without the reasons
 */
export class ShowUsedControls extends Query<UsedControlView[]> {
  constructor(
    readonly wallet: string,
    readonly masked: boolean,
  ) {
    super();
  }
}

@QueryHandler(ShowUsedControls)
export class ShowUsedControlsHandler implements IQueryHandler<ShowUsedControls> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly vault: VaultService,
  ) {}

  async execute({ wallet, masked }: ShowUsedControls): Promise<UsedControlView[]> {
    const used: UsedControlView[] = [];
    for await (const { type, at, data, metadata } of this.both(wallet)) {
      if (!CONTROLS.has(type) || data.code === 'own') continue;
      const kept =
        data.reasonItem && !masked
          ? await this.vault.get(data.reasonItem, { subject: wallet, kind: REASONS }).catch(() => null)
          : null;
      // An officer's reason at the compliance desk is stored in `text`.
      const { reason, text } = (kept ?? {}) as { reason?: string; text?: string };
      used.unshift({
        what: type,
        role: data.role ?? null,
        at,
        by: metadata.actor.wallet,
        reason: reason ?? text ?? null,
      });
    }
    return used.sort((a, b) => b.at.localeCompare(a.at));
  }

  private async *both(wallet: string): AsyncIterable<RecordedEvent> {
    yield* this.store.read(identityStream(wallet));
    yield* this.store.read(`wallet-${wallet}`);
  }
}
