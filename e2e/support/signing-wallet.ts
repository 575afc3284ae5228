import type { Page } from 'playwright-core';
import { until } from '../../scripts/lib/platform-client.mjs';
import type { Program } from './program.js';

const EVERY_MS = 120;

interface Request {
  payloadUuid: string;
  txType: string;
}

/** Signs in on a page: `press` requests the code, and the wallet's owner scans it and signs. */
export async function signInHere(program: Program, page: Page, address: string, press: () => unknown): Promise<void> {
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/auth/xumm-login'));
  await press();
  await program.sandbox.sign(address, ((await (await answer).json()) as { payloadUuid: string }).payloadUuid);
}

/** Signs a wallet's requests that are not in `signed`, except sign-ins: those belong to the one who scans the code. */
async function signWaiting(program: Program, address: string, signed: Set<string>): Promise<void> {
  const requests = (await program.sandbox.get(`/control/phone/${address}/requests`)) as Request[];
  for (const { payloadUuid, txType } of requests) {
    if (txType === 'SignIn' || signed.has(payloadUuid)) continue;
    signed.add(payloadUuid);
    await program.sandbox.sign(address, payloadUuid);
  }
}

/** The wallet's owner signs every request until `ended` is true. */
export async function signUntil(
  program: Program,
  address: string,
  ended: () => Promise<boolean>,
  what: string,
): Promise<void> {
  const signed = new Set<string>();
  await until(async () => (await signWaiting(program, address, signed), ended()), Boolean, what);
}

/**
 * Signs each new request once, like a person with a phone at hand. Ignores a request that was withdrawn meanwhile.
 * @returns a function that stops the signing
 */
export function signsWhatComes(program: Program, address: string): () => void {
  const signed = new Set<string>();
  let open = true;
  void (async () => {
    for (; open; await new Promise((done) => setTimeout(done, EVERY_MS)))
      await signWaiting(program, address, signed).catch(() => undefined);
  })();
  return () => void (open = false);
}
