// Chromium for tests and measurements.
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Chromium from the package registry on Linux x64, elsewhere an installed one. @throws naming what to install if there
 * is none
 */
export async function launchBrowser() {
  if (process.platform === 'linux' && process.arch === 'x64') {
    // The package reads this when imported, and then unpacks shared libraries that a bare system lacks.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
    const { default: bundled } = await import('@sparticuz/chromium');
    return chromium.launch({
      executablePath: await bundled.executablePath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--hide-scrollbars',
        '--mute-audio',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  }
  const installed = INSTALLED.find((file) => existsSync(file));
  if (!installed)
    throw new Error(
      'The browser tests need Chrome or Chromium: install it (for example "apt-get install chromium", or Google Chrome) and run them again.',
    );
  return chromium.launch({ executablePath: installed });
}

/**
 * Gives a context the session of a person who is signed in. A __Host- cookie must be Secure; Chromium still sends it to
 * localhost.
 * @param {import('playwright-core').BrowserContext} context
 * @param {{ base: string, token: string | null }} person
 */
export const enterAs = (context, { base, token }) =>
  context.addCookies([
    {
      name: '__Host-session',
      value: token ?? '',
      url: base.replace('http:', 'https:'),
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
    },
  ]);
