const tails = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs work for one key at a time within this process, in the order of asking. Several keys are taken in one order by
 * everybody, so nobody waits in a circle.
 * @param scope keys of different scopes have nothing to do with each other
 */
export async function inTurn<Result>(
  scope: object,
  keys: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const [first, ...others] = [...new Set(keys)].sort();
  if (first === undefined) return work();
  let queue = tails.get(scope);
  if (!queue) tails.set(scope, (queue = new Map()));
  const before = queue.get(first);
  const mine = (before ?? Promise.resolve()).then(() => inTurn(scope, others, work));
  const tail = mine.catch(() => undefined);
  queue.set(first, tail);
  try {
    return await mine;
  } finally {
    if (queue.get(first) === tail) queue.delete(first);
  }
}
