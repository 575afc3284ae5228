import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { BusinessCalendar } from '#platform/calendar/business-calendar.js';
import { CONFIG, type Config } from '#platform/config/config.js';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import { Causation } from '#platform/sessions/causation.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { evolveIdentity, identityFold, type IdentityState } from '../identity.state.js';
import { requestErasure } from './erasure.decider.js';
import { Eraser, RETAINED, retainedSubject } from './eraser.js';
import type { Tombstone } from './tombstone-note.js';
import { Tombstones } from './tombstones.js';

/** What the log says about somebody with a tombstone. */
interface Remembered {
  /** ISO 8601; '' if there was no application. */
  lastApplied: string;
  isErased: boolean;
  /** The person's state before their last erasure. */
  before: IdentityState;
}

/**
 * Keeps erased people erased after the database or the vault was restored from an earlier backup. Runs before the
 * program is ready. Legal holds still apply to data that came back: it is destroyed as soon as the hold ends.
 */
@Injectable()
export class TombstoneReplay implements OnApplicationBootstrap {
  private readonly log = new Logger('Erasure');
  private held: readonly Tombstone[] = [];

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly calendar: BusinessCalendar,
    private readonly vault: VaultService,
    private readonly tombstones: Tombstones,
    private readonly eraser: Eraser,
    private readonly recorder: Recorder,
    private readonly causation: Causation,
    @Inject(CONFIG) private readonly config: Pick<Config, 'role'>,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    // Only workers erase.
    if (this.config.role === 'web') return;
    for (const stone of await this.tombstones.intended()) await this.settle(stone);
    for (const { wallet } of await this.tombstones.withdrawn()) await this.eraser.finishBroken(wallet);
    this.held = await this.afterRound(await this.tombstones.all());
  }

  /**
   * The program ended between the intention and the next step. If the event is in the log, the erasure is completed; if
   * not, it is requested again and an admin carries it out. An intention alone destroys nothing.
   */
  private async settle(stone: Tombstone): Promise<void> {
    const { wallet, at } = stone;
    if ((await this.remembered(wallet)).isErased) return this.eraser.destroy(stone);
    await this.recorder
      .decide(identityFold(wallet), (state) => requestErasure(wallet, state), {
        commandId: uuidv5(`tombstone-intended/${wallet}/${at}`),
      })
      .catch((error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      });
    await this.tombstones.withdraw(stone);
    this.log.warn({ wallet }, 'An erasure was intended but not carried out; it is requested again');
  }

  /** Retries the erasures that a hold delayed. */
  async goOn(): Promise<void> {
    this.held = await this.afterRound(this.held);
  }

  private async afterRound(stones: readonly Tombstone[]): Promise<Tombstone[]> {
    const held: Tombstone[] = [];
    for (const stone of stones) if (!(await this.replay(stone))) held.push(stone);
    return held;
  }

  /** @returns false if a hold keeps the data for now */
  private async replay(stone: Tombstone): Promise<boolean> {
    const { wallet, at } = stone;
    const remembered = await this.remembered(wallet);
    if (remembered.lastApplied > at) return true;
    if (!remembered.isErased && remembered.lastApplied !== '') return this.eraseAnew(stone);
    const retained = retainedSubject(wallet);
    const isOver = stone.retainedUntil < (await this.calendar.today());
    if (isOver && (await this.vault.heldSince(retained))) await this.vault.erase(retained);
    const since = await this.vault.heldSince(wallet);
    // A newer key belongs to texts about the wallet written since, such as reasons of controls and officers.
    if (since && since.toISOString() <= at) await this.forgetAnew(stone, isOver ? null : remembered);
    return true;
  }

  /** The log was restored to a time before the erasure. */
  private async eraseAnew({ wallet, at, retainedUntil, discarded }: Tombstone): Promise<boolean> {
    const context = await this.causation.contextOf({ commandId: uuidv5(`tombstone/${wallet}/${at}`) });
    const item = uuidv5(`tombstone-item/${wallet}/${at}`);
    try {
      await this.eraser.carryOut({ wallet, retainedUntil, discardUnseen: discarded !== undefined, item }, context);
      this.log.warn({ wallet }, 'The data of an erased person came back; it was erased again');
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.log.warn(
        { wallet, detail: error.message },
        'The data of an erased person came back; it is erased when its last legal hold ends',
      );
      await this.recorder.decide(identityFold(wallet), (state) => requestErasure(wallet, state), {
        commandId: uuidv5(`tombstone-held/${wallet}/${at}`),
      });
      return false;
    }
  }

  /**
   * The log has the erasure, but the vault was restored to a time before it, so what the law requires may not be
   * retained yet.
   */
  private async forgetAnew({ wallet, at, discarded }: Tombstone, remembered: Remembered | null): Promise<void> {
    this.log.warn({ wallet }, 'The key of an erased person came back; it was destroyed again');
    const isKept = (await this.vault.itemsOf(retainedSubject(wallet), RETAINED)).length > 0;
    if (remembered?.isErased && !isKept)
      await this.eraser.retain(wallet, remembered.before, uuidv5(`tombstone-item/${wallet}/${at}`), discarded);
    await this.vault.erase(wallet);
  }

  private async remembered(wallet: string): Promise<Remembered> {
    const { stream, initialState } = identityFold(wallet);
    let [state, before, lastApplied] = [initialState, initialState, ''];
    for await (const event of this.store.read(stream)) {
      if (event.type === 'PersonErased') before = state;
      if (event.type === 'KycSubmitted' || event.type === 'VerificationStarted') lastApplied = event.at;
      state = evolveIdentity(state, event as Parameters<typeof evolveIdentity>[1]);
    }
    return { lastApplied, isErased: state.erasure === 'erased', before };
  }
}
