import { Inject, Injectable, Logger } from '@nestjs/common';
import { CLOCK, type Clock } from '#platform/clock/clock.js';
import { Refused } from '#platform/domain/refused.js';
import { EVENT_STORE, type EventStore } from '#platform/event-store/event-store.js';
import { uuidv5 } from '#platform/event-store/ids.js';
import type { Session } from '#platform/sessions/session.js';
import { Recorder } from '#platform/sessions/recorder.js';
import { VaultService } from '#platform/vault/vault.service.js';
import { wordsOf } from '#features/screening/module.public.js';

/** The folded words of a name, as keyed digests: the table reveals no name, and a part of a word finds nothing. */
const NAME_WORD = 'name-word';
const WORDS_MAX = 16;
const STREAM = 'name-searches';
const HOUR_MS = 3_600_000;
/** The words of a search are kept with the people found, if it finds at most this many. */
const PERSONS_MAX = 20;
/** A whole wallet address, or the beginning of a case's id: names contain no digits like these. */
const IS_NO_NAME = /^(r[1-9A-HJ-NP-Za-km-z]{24,34}|(?=.*\d)[0-9a-f]{4,8}(-[0-9a-f-]*)?)$/i;

const foldedWords = (text: string) => [...new Set(wordsOf(text).map((word) => word.text))].slice(0, WORDS_MAX);

/** Finds people by whole words of their names, without storing any name in plain text. */
@Injectable()
export class NameSearch {
  private readonly log = new Logger('CaseDesk');

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly vault: VaultService,
    private readonly recorder: Recorder,
  ) {}

  async remember(wallet: string, names: readonly string[]): Promise<void> {
    const words = new Set(names.flatMap(foldedWords));
    for (const word of words) await this.vault.remember(wallet, NAME_WORD, word);
  }

  async forget(wallet: string): Promise<void> {
    await this.vault.forgetKind(wallet, NAME_WORD);
  }

  /**
   * Finds everybody who has every word in one of their names. The search is recorded first, once an hour for the same
   * words in the same session.
   * @throws Refused (503) if it cannot be recorded; then nothing is returned
   */
  async walletsOf(session: Session, text: string): Promise<string[]> {
    const words = foldedWords(text);
    if (words.length === 0 || IS_NO_NAME.test(text)) return [];
    const found = await this.vault.subjectsLike(NAME_WORD, words);
    await this.record(session, words, text, found).catch((error: unknown) => {
      this.log.error({ err: error }, 'A search by name could not be recorded, and was not answered');
      throw new Refused('unavailable', 'This search cannot be recorded at the moment, so nothing is shown');
    });
    return found;
  }

  private async record(session: Session, words: readonly string[], text: string, found: readonly string[]) {
    const hour = Math.floor(this.clock.now().getTime() / HOUR_MS);
    const digest = this.vault.blindIndex('name-search', JSON.stringify([session.id, hour, [...words].sort()]));
    const commandId = uuidv5(`name-search/${digest}`);
    if (await this.store.findCommand(commandId)) return;
    // Words shared by many names identify nobody, so they are kept under the officer who typed them.
    const subjects = found.length > 0 && found.length <= PERSONS_MAX ? found : [session.wallet];
    const items: string[] = [];
    for (const subject of subjects) items.push(await this.vault.put(subject, 'name-search', { text }));
    const event = { type: 'NameSearched', data: { by: session.wallet, items, found: found.length } };
    try {
      await this.recorder.append(STREAM, 'any', [event], { session, commandId });
    } catch (error) {
      await this.vault.discard(items);
      throw error;
    }
  }
}
