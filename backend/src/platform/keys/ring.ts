import type { KeyPurpose } from './key-purposes.js';

export interface RingKey {
  /** 1, 2, 3, … within the purpose; the highest is used. */
  id: number;
  key: Buffer;
}

/** What those ask of the key ring who compute with its keys. */
export interface Ring {
  /** What is used from now on. */
  current(purpose: KeyPurpose): RingKey;
  /** Every valid key of a purpose, the oldest first; the same array until one is replaced. */
  all(purpose: KeyPurpose): readonly RingKey[];
  /** Takes up keys that were replaced. @throws WrongMasterKey */
  reload(): Promise<void>;
}
