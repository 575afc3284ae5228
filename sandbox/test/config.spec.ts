import { describe, expect, it } from '@jest/globals';
import { readConfig } from '../src/config.js';

describe('settings of the sandbox', () => {
  it('close a ledger every second, or as they say', () => {
    expect(readConfig({}).closeEveryMs).toBe(1000);
    expect(readConfig({ SANDBOX_CLOSE_EVERY_MS: '' }).closeEveryMs).toBe(1000);
    expect(readConfig({ SANDBOX_CLOSE_EVERY_MS: '20' }).closeEveryMs).toBe(20);
  });
  it.each(['19', '0', '-1', '1.5', 'soon', 'null'])('say which of them is wrong: %s', (pace) => {
    expect(() => readConfig({ SANDBOX_CLOSE_EVERY_MS: pace })).toThrow(/SANDBOX_CLOSE_EVERY_MS is a whole number/);
  });
});
