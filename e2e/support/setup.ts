import { afterEach, expect, jest } from '@jest/globals';
import { takeLostFocus } from './focus-witness.js';

// The last resort only: whatever is waited for has a limit of its own, and says what did not come.
jest.setTimeout(600_000);

// No browser test has to remember it.
afterEach(() => expect(takeLostFocus()).toEqual([]));
