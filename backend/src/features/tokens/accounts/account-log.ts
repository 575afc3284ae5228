import type { PlatformAccountName, TokenEvent } from '@tknest/contracts/events';
import {
  WrongExpectedRevision,
  type AppendContext,
  type EventStore,
  type NewEvent,
} from '../../../platform/event-store/event-store.js';
import { accountStream, evolveAccount, noAccount, type AccountState } from './account.state.js';

const TRIES_MAX = 200;

/** An account's stream, folded as far as it was read: each look reads only what is new. */
export class AccountLog {
  private state: AccountState = noAccount;
  private revision = -1;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: EventStore,
    private readonly name: PlatformAccountName,
    private readonly context: () => Promise<AppendContext>,
  ) {}

  /** The state as of now. */
  async current(): Promise<AccountState> {
    this.reading = this.reading
      .catch(() => undefined)
      .then(async () => {
        for await (const event of this.store.read(accountStream(this.name), { from: this.revision + 1 })) {
          if (event.revision !== this.revision + 1) continue;
          this.state = evolveAccount(this.state, event as unknown as TokenEvent);
          this.revision = event.revision;
        }
      });
    await this.reading;
    return this.state;
  }

  /** Appends what `decide` says, deciding again where another instance was faster. @returns the state afterwards */
  async change(decide: (state: AccountState) => TokenEvent[]): Promise<AccountState> {
    for (let tried = 0; ; tried++) {
      const state = await this.current();
      const expected = this.revision < 0 ? 'none' : this.revision;
      const events = decide(state);
      if (events.length === 0) return state;
      try {
        await this.store.append(
          accountStream(this.name),
          expected,
          events as readonly NewEvent[],
          await this.context(),
        );
        return this.current();
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision) || tried >= TRIES_MAX) throw error;
      }
    }
  }
}
