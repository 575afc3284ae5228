import type { ListedUnit, ListedWord } from './alignment.js';
import { latinWords } from './arabic-names.js';
import type { ReadWord, Script } from './family.js';
import { latinKeys } from './letters.js';
import { weigh } from './weight.js';
import type { Word } from './words.js';

/** A word of the lists with its letters. */
export interface ListedReadWord extends ListedWord {
  read: ReadWord;
}

/** Words of one script in the lists; `plain` for Latin ones with their articles. */
export type Side = Script | 'plain';

interface ListedParts {
  given: readonly Word[];
  surname: readonly Word[] | null;
  /** In the script's own letters, if it is compared with Latin ones. */
  ownWords: readonly ReadWord[] | undefined;
  units: readonly ListedUnit[];
}

/** Listed words by script and by the classes of their consonants. */
export class ReadWords {
  private readonly words = new Map<string, ListedReadWord>();
  /** Names that are one word, at least on one side. */
  readonly alone = new Set<number>();
  private readonly plain = new Set<ListedWord>();
  private readonly byKey = new Map<Side, Map<string, ListedWord[]>>();

  /** Adds a person's listed name. @param id its position in the index */
  add({ given, surname, ownWords, units }: ListedParts, id: number): ListedUnit[] {
    const parts = ownWords
      ? [{ part: null, words: ownWords }]
      : [
          { part: surname ? ('given' as const) : null, words: latinWords(given.map(({ text }) => text)) },
          { part: 'surname' as const, words: latinWords((surname ?? []).map(({ text }) => text)) },
        ];
    if (!ownWords) for (const { word } of units) this.addPlain(word!);
    const all = parts.flatMap(({ part, words }) => words.map((word) => ({ ...word, part })));
    if (Math.min(all.length, units.length) < 2) this.alone.add(id);
    return weigh(all, true).map(({ part, weight, telling, ...read }): ListedUnit => {
      const word = this.wordOf(read);
      if (word.names.at(-1) !== id) word.names.push(id);
      return { word, text: read.letters, written: read.written, weight, tellingWords: Number(telling), part };
    });
  }

  /** Words of a side whose consonants are of the same classes. @param most keys of more words do not count */
  kinOf(keys: readonly string[], side: Side, most = Infinity): Set<ListedWord> {
    const all = keys.map((key) => this.byKey.get(side)?.get(key) ?? []);
    return new Set(all.filter(({ length }) => length <= most).flat());
  }

  /** Whether the lists have names of this side. */
  has(side: Side): boolean {
    return this.byKey.has(side);
  }

  private addPlain(word: ListedWord): void {
    if (this.plain.has(word)) return;
    this.plain.add(word);
    this.index(word, 'plain', latinKeys(word.text));
  }

  private wordOf(read: ReadWord): ListedReadWord {
    let word = this.words.get(read.letters);
    if (!word) {
      this.words.set(read.letters, (word = { text: read.text, sound: '', names: [], read }));
      this.index(word, read.script, read.keys);
    }
    return word;
  }

  private index(word: ListedWord, side: Side, keys: readonly string[]): void {
    let words = this.byKey.get(side);
    if (!words) this.byKey.set(side, (words = new Map()));
    for (const key of keys) {
      const there = words.get(key);
      if (there) there.push(word);
      else words.set(key, [word]);
    }
  }
}
