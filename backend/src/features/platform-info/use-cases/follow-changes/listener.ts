import { READ_MODELS, type LiveChange, type ReadModelName } from '@tknest/contracts/api';
import type { Response } from 'express';
import { isOffice, type Session } from '#platform/sessions/session.js';
import type { Told } from './audience.js';

/** A client that reads nothing for this many heartbeats is disconnected. */
const SILENT_BEATS_MAX = 2;

/** The topics that a listener requested; null for everything that the session may hear. */
export type Topics = ReadonlySet<string> | null;

const isOneProperty = (topic: string) => topic.startsWith('property:');

/**
 * One open stream. Writes only while the client reads; changes in the meantime are combined into one message, so a slow
 * client costs only a set of names.
 */
export class Listener {
  private readonly names = new Set<ReadModelName>();
  private readonly properties = new Set<number>();
  private anyProperty = false;
  private taken = true;
  private silentBeats = 0;

  constructor(
    readonly session: Session | null,
    private readonly topics: Topics,
    private readonly response: Response,
  ) {
    response.on('drain', () => {
      [this.taken, this.silentBeats] = [true, 0];
      this.write();
    });
  }

  private wants(topic: string): boolean {
    return this.topics === null || this.topics.has(topic);
  }

  greet(retryMs: number): void {
    this.taken = this.response.write(`retry: ${retryMs}\nevent: hello\ndata: {}\n\n`);
  }

  /** Whether it hears anything that strangers do not. */
  isConcerned({ office, sessions, wallets }: Told): boolean {
    if (!this.session) return false;
    if (this.wants('office') && isOffice(this.session) && office.size > 0) return true;
    return this.wants('own') && (sessions.size > 0 || wallets.has(this.session.wallet));
  }

  /** Sends public changes. */
  tellPublic({ everybody }: Told): void {
    const { topics } = this;
    const wantsAll = topics === null || topics.has('properties');
    for (const [name, which] of everybody) {
      if (which === 'any') {
        if (wantsAll || [...topics].some(isOneProperty)) this.add(name, 'any');
        continue;
      }
      const ids = [...which].filter((id) => wantsAll || topics.has(`property:${id}`));
      if (ids.length > 0) this.add(name, ids);
    }
    this.write();
  }

  /** Sends changes that concern only this session, or the office. */
  tellPrivate({ office, sessions, wallets }: Told): void {
    if (!this.session) return;
    const own = this.wants('own') ? [...sessions, ...(wallets.get(this.session.wallet) ?? [])] : [];
    const heard = this.wants('office') && isOffice(this.session) ? [...own, ...office] : own;
    for (const name of heard) this.add(name, READ_MODELS[name] === 'public' ? 'any' : 'none');
    this.write();
  }

  private add(name: ReadModelName, properties: readonly number[] | 'any' | 'none'): void {
    this.names.add(name);
    if (properties === 'any') this.anyProperty = true;
    else if (properties !== 'none') for (const id of properties) this.properties.add(id);
  }

  private write(): void {
    if (!this.taken || this.names.size === 0) return;
    const change: LiveChange = { readModels: [...this.names] };
    if (!this.anyProperty) change.properties = [...this.properties];
    this.names.clear();
    this.properties.clear();
    this.anyProperty = false;
    this.taken = this.response.write(`event: changed\ndata: ${JSON.stringify(change)}\n\n`);
  }

  beat(): void {
    if (this.taken) this.taken = this.response.write(': still here\n\n');
    else if (++this.silentBeats >= SILENT_BEATS_MAX) this.response.destroy();
  }

  /** Ends the stream: a client that reconnects is authenticated again. */
  end(): void {
    this.response.end();
  }
}
