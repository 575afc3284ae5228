import { jest } from '@jest/globals';

// The last resort only: whatever is waited for has a limit of its own, and says what did not come.
jest.setTimeout(600_000);
