import { Injectable } from '@nestjs/common';
import { VaultService } from '../../platform/vault/vault.service.js';
import { wordsOf } from '../screening/screening.public.js';

/** Words of a name, folded, as keyed digests: who reads the table learns no name, and nothing is found by a part. */
const NAME_WORD = 'name-word';
const WORDS_MAX = 16;

const foldedWords = (text: string) => [...new Set(wordsOf(text).map((word) => word.text))].slice(0, WORDS_MAX);

/** Finds persons by whole words of their names, without a name standing anywhere in clear. */
@Injectable()
export class NameSearch {
  constructor(private readonly vault: VaultService) {}

  async remember(wallet: string, names: readonly string[]): Promise<void> {
    const words = new Set(names.flatMap(foldedWords));
    for (const word of words) await this.vault.remember(wallet, NAME_WORD, word);
  }

  async forget(wallet: string): Promise<void> {
    await this.vault.forgetKind(wallet, NAME_WORD);
  }

  /** Whoever has every word in one of their names. */
  async walletsOf(text: string): Promise<string[]> {
    const words = foldedWords(text);
    return words.length === 0 ? [] : this.vault.subjectsLike(NAME_WORD, words);
  }
}
