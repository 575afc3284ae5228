import type { PlatformAccountName, TokenEvent } from '@tknest/contracts/events';
import type { StreamWrite } from '../../event-store/event-store.js';
import { accountStream } from '../accounts/account.state.js';
import { isBurned, type Ended } from './decide.js';

/** Tickets that the ledger took, by whomever. That it is said once is the owner's stream's business. */
export function burned(name: PlatformAccountName | null, ended: readonly Ended[]): StreamWrite[] {
  if (!name) return [];
  const events = ended.filter(isBurned).map(({ transaction, ending }): TokenEvent => {
    const { ticket, purpose, hash } = transaction;
    const by = ending.propose === 'held' ? null : hash;
    return { type: 'TicketBurned', data: { name, ticket: ticket!, purpose, hash: by } };
  });
  return [{ stream: accountStream(name), expected: 'exists', events }];
}
