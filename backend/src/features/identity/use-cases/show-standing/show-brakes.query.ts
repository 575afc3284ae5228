import { Inject } from '@nestjs/common';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import type { WalletBrakeView } from '@tknest/contracts/api';
import { EVENT_STORE, type EventStore, type RecordedEvent } from '#platform/event-store/event-store.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { identityStream } from '../../identity.state.js';

const BRAKES: ReadonlySet<string> = new Set([
  'WalletSuspended',
  'WalletReinstated',
  'VerificationRevoked',
  'SessionsEnded',
]);

/**
 * Every brake on a wallet with its reason, the latest first; an erased person's reasons are gone. @param masked for who
 * reads the record only: what was done, and not what was said of the person
 */
export class ShowBrakes extends Query<WalletBrakeView[]> {
  constructor(
    readonly wallet: string,
    readonly masked: boolean,
  ) {
    super();
  }
}

@QueryHandler(ShowBrakes)
export class ShowBrakesHandler implements IQueryHandler<ShowBrakes> {
  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly vault: VaultService,
  ) {}

  async execute({ wallet, masked }: ShowBrakes): Promise<WalletBrakeView[]> {
    const brakes: WalletBrakeView[] = [];
    for await (const { type, at, data, metadata } of this.both(wallet)) {
      if (!BRAKES.has(type) || data.code === 'own') continue;
      const kept = data.reasonItem && !masked ? await this.vault.get(data.reasonItem).catch(() => null) : null;
      // An officer's reason at the case desk is kept as its text.
      const { reason, text } = (kept ?? {}) as { reason?: string; text?: string };
      brakes.unshift({
        what: type,
        role: data.role ?? null,
        at,
        by: metadata.actor.wallet,
        reason: reason ?? text ?? null,
      });
    }
    return brakes.sort((a, b) => b.at.localeCompare(a.at));
  }

  private async *both(wallet: string): AsyncIterable<RecordedEvent> {
    yield* this.store.read(identityStream(wallet));
    yield* this.store.read(`wallet-${wallet}`);
  }
}
