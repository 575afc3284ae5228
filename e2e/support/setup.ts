import { afterEach, expect, jest } from '@jest/globals';
import { takeLostFocus } from './focus-witness.js';

// A last resort: every wait has a limit of its own, and its error names what did not come.
jest.setTimeout(600_000);

// Here, so that no browser test has to remember it.
afterEach(() => expect(takeLostFocus()).toEqual([]));
