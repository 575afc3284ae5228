import type { ListedUnit, ListedWord } from './alignment.js';
import { arabicWords, isArabic, latinWords, type ReadWord } from './arabic-names.js';
import { weigh } from './weight.js';
import type { Word } from './words.js';

/** A word of the lists with its letters. */
export interface ListedReadWord extends ListedWord {
  read: ReadWord;
}

export type Script = ReadWord['script'];
export const OTHER: Readonly<Record<Script, Script>> = { Arabic: 'Latin', Latin: 'Arabic' };

/** Listed words by script and by the classes of their consonants. */
export class ReadWords {
  private readonly words = new Map<string, ListedReadWord>();
  private readonly byKey: Record<Script, Map<string, ListedReadWord[]>> = { Arabic: new Map(), Latin: new Map() };

  /** Adds a listed name. @param id its position in the index */
  add(name: string, given: readonly Word[], surname: readonly Word[] | null, id: number): ListedUnit[] {
    const parts = isArabic(name)
      ? [{ part: null, words: arabicWords(name) }]
      : [
          { part: surname ? ('given' as const) : null, words: latinWords(given.map(({ text }) => text)) },
          { part: 'surname' as const, words: latinWords((surname ?? []).map(({ text }) => text)) },
        ];
    const all = parts.flatMap(({ part, words }) => words.map((word) => ({ ...word, part })));
    return weigh(all, true).map(({ part, weight, telling, ...read }) => {
      const word = this.wordOf(read);
      if (word.names.at(-1) !== id) word.names.push(id);
      return { word, text: read.text, written: read.written, weight, tellingWords: Number(telling), part };
    });
  }

  /** Words of the other script whose consonants are of the same classes. */
  kinOf({ script, keys }: ReadWord): Set<ListedReadWord> {
    return new Set(keys.flatMap((key) => this.byKey[OTHER[script]].get(key) ?? []));
  }

  /** Whether the lists have names in this script. */
  has(script: Script): boolean {
    return this.byKey[script].size > 0;
  }

  private wordOf(read: ReadWord): ListedReadWord {
    let word = this.words.get(read.letters);
    if (!word) {
      this.words.set(read.letters, (word = { text: read.text, sound: '', names: [], read }));
      for (const key of read.keys) {
        const there = this.byKey[read.script].get(key);
        if (there) there.push(word);
        else this.byKey[read.script].set(key, [word]);
      }
    }
    return word;
  }
}
