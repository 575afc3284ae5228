import type { KeyPurpose } from './key-purposes.js';

export interface RingKey {
  /** 1, 2, 3, … within the purpose; the highest is used. */
  id: number;
  key: Buffer;
}

/** The key ring's interface for code that uses its keys. */
export interface Ring {
  /** The current key. */
  current(purpose: KeyPurpose): RingKey;
  /** Every valid key of a purpose, oldest first; the same array until a key is replaced. */
  all(purpose: KeyPurpose): readonly RingKey[];
  /** Loads replaced keys. @throws WrongMasterKey */
  reload(): Promise<void>;
}
