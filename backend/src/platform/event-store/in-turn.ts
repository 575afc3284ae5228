const tails = new WeakMap<object, Map<string, Promise<unknown>>>();

/**
 * Runs work for one key at a time within this process, in the order of the calls. Several keys are always taken in the
 * same order, so there is no deadlock.
 * @param scope keys in different scopes are independent
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
