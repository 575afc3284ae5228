import type { PlatformAccountName, PlatformAccountEvent } from '@tknest/contracts/events';
import { handleCommand } from '../../event-store/decider.js';
import { WrongExpectedRevision, type AppendContext, type EventStore } from '../../event-store/event-store.js';
import { expectedOf, load } from '../../event-store/folding.js';
import { accountFold, type AccountState, type Guard, type TicketSettled } from './account.state.js';

/** Reads and appends to the stream of one of the platform's accounts. */
export class AccountRecord {
  constructor(
    private readonly ports: { store: EventStore; context(): Promise<AppendContext> },
    private readonly name: PlatformAccountName,
  ) {}

  async state(): Promise<AccountState> {
    return (await load(this.ports.store, accountFold(this.name))).state;
  }

  /** @returns the account afterwards */
  async change(decide: (state: AccountState) => PlatformAccountEvent[]): Promise<AccountState> {
    return (await handleCommand(this.ports.store, accountFold(this.name), decide, await this.ports.context())).state;
  }

  /**
   * Settles a ticket if it is still assigned to the same purpose and its owner's stream has not changed.
   * @returns false if either has changed: it is checked again in the next round
   */
  async settleTicket(event: TicketSettled, owner: Guard): Promise<boolean> {
    const { state, ...loaded } = await load(this.ports.store, accountFold(this.name));
    if (state.assigned.get(event.data.purpose) !== event.data.ticket) return false;
    const write = { stream: loaded.stream, expected: expectedOf(loaded), events: [event] };
    try {
      await this.ports.store.appendMany([write, { ...owner, events: [] }], await this.ports.context());
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  }
}
