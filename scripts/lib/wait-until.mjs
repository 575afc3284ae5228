/**
 * Polls `url` until it answers 200 or fulfills `isThere`; then resolves with its JSON, or null. @throws if the child
 * ends or `patienceMs` is over first
 */
export async function waitUntilReady({ url, child, patienceMs, pollMs = 50, isThere = ({ ok }) => ok }) {
  const until = Date.now() + patienceMs;
  let ended;
  void child.exited.then((how) => (ended = how));
  while (Date.now() < until) {
    if (ended !== undefined)
      throw new Error(
        `The ${child.name} ended while it started (${ended}). Its log: ${child.logFile}\n${child.output()}`,
      );
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
      const body = await response.json().catch(() => null);
      if (isThere(response, body)) return body;
    } catch {
      // Not listening yet.
    }
    await new Promise((wake) => setTimeout(wake, pollMs));
  }
  throw new Error(
    `The ${child.name} was not ready within ${patienceMs / 1000} s. Its log: ${child.logFile}\n${child.output()}`,
  );
}
