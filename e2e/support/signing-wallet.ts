import type { Program } from './program.js';

const EVERY_MS = 120;

interface Request {
  payloadUuid: string;
  txType: string;
}

/**
 * Somebody with a phone in the hand: signs each request that comes, once.
 * @returns puts the phone away
 */
export function signsWhatComes(program: Program, address: string): () => void {
  const seen = new Set<string>();
  let open = true;
  const look = async (): Promise<void> => {
    const requests = (await program.sandbox.get(`/control/phone/${address}/requests`)) as Request[];
    // A sign-in names nobody: it is for who scans its code.
    for (const { payloadUuid } of requests.filter((one) => one.txType !== 'SignIn')) {
      if (seen.has(payloadUuid)) continue;
      seen.add(payloadUuid);
      // Withdrawn meanwhile: the page says so.
      await program.sandbox.sign(address, payloadUuid).catch(() => undefined);
    }
  };
  void (async () => {
    for (; open; await new Promise((done) => setTimeout(done, EVERY_MS))) await look().catch(() => undefined);
  })();
  return () => void (open = false);
}
