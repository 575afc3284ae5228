import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { InvalidConfiguration, readConfig } from '../config/config.js';
import { armCrashPoint, crashPlaces, parseCrashPoint } from './crash-points.js';

const crashPoint = crashPlaces('blob-kept', 'blob-sent');
const SANDBOX = { SANDBOX: '1', SANDBOX_URL: 'http://x' };
const SETTINGS = {
  DATABASE_URL: 'postgres://x',
  XRPL_URL: 'wss://x',
  MASTER_KEY: '0'.repeat(64),
  RLUSD_ISSUER: 'rMxCKbEDwqr76QuheSUMdEGf4B9xJ8m5De',
  XAMAN_API_KEY: '00000000-0000-4000-8000-000000000000',
  XAMAN_API_SECRET: '00000000-0000-4000-8000-000000000000',
};
const kill = jest.spyOn(process, 'kill').mockImplementation(() => true);
afterEach(() => {
  armCrashPoint(null, SANDBOX);
  kill.mockClear();
});
const problems = (env: NodeJS.ProcessEnv) => {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return (error as InvalidConfiguration).problems;
  }
};

describe('crash points', () => {
  it('end the process with SIGKILL at the named place, subject and occurrence, and nowhere else', () => {
    armCrashPoint(parseCrashPoint('blob-sent/recipient:2'), SANDBOX);
    for (const [place, subject] of [
      ['blob-sent', 'platform'],
      ['blob-sent', 'recipient'],
      ['blob-kept', 'recipient'],
    ] as const)
      crashPoint(place, subject);
    expect(kill).not.toHaveBeenCalled();
    crashPoint('blob-sent', 'recipient');
    expect(kill.mock.calls).toEqual([[process.pid, 'SIGKILL']]);
  });
  it('do nothing where none is armed', () => {
    crashPoint('blob-sent', 'recipient');
    expect(kill).not.toHaveBeenCalled();
  });
  it('cannot be armed in production, nor without the sandbox', () => {
    const point = parseCrashPoint('blob-sent');
    for (const env of [{ NODE_ENV: 'production' }, { NODE_ENV: 'production', SANDBOX: '1' }, {}])
      expect(() => armCrashPoint(point, env)).toThrow('sandbox only');
    crashPoint('blob-sent');
    expect(kill).not.toHaveBeenCalled();
  });
  it('stop a start whose CRASH_AT is misspelt or stands outside the sandbox', () => {
    expect(readConfig({ ...SETTINGS, ...SANDBOX, CRASH_AT: 'blob-kept:3' }).crashAt).toEqual({
      place: 'blob-kept',
      subject: null,
      occurrence: 3,
    });
    expect(problems({ ...SETTINGS, ...SANDBOX, CRASH_AT: 'blob-lost' })).toEqual([
      expect.stringContaining('"blob-lost" is no crash point'),
    ]);
    expect(problems({ ...SETTINGS, CRASH_AT: 'blob-kept' })).toEqual(['CRASH_AT is for the sandbox only']);
    expect(problems({ ...SETTINGS, NODE_ENV: 'production', CRASH_AT: 'blob-kept' })).toContain(
      'CRASH_AT is for the sandbox only',
    );
  });
});
