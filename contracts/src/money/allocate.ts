/**
 * Divides a total by weights with the largest-remainder method: the parts sum to the total, and each is within one unit
 * of its exact share. Ties go to the smaller key, so the order of the input does not matter.
 * @throws RangeError if no weight is positive and there is something to divide
 */
export function allocate<K extends string>(total: bigint, weights: ReadonlyMap<K, bigint>): Map<K, bigint> {
  const sum = [...weights.values()].reduce((a, b) => a + b, 0n);
  if (total < 0n || [...weights.values()].some((w) => w < 0n))
    throw new RangeError('Total and weights must not be negative');
  if (sum === 0n) {
    if (total === 0n) return new Map([...weights.keys()].map((key) => [key, 0n]));
    throw new RangeError('There is nobody to divide among');
  }
  const parts = [...weights].map(([key, weight]) => ({
    key,
    share: (total * weight) / sum,
    rest: (total * weight) % sum,
  }));
  let left = total - parts.reduce((a, part) => a + part.share, 0n);
  const byRest = [...parts].sort((a, b) => (a.rest === b.rest ? (a.key < b.key ? -1 : 1) : a.rest > b.rest ? -1 : 1));
  for (const part of byRest) {
    if (left === 0n) break;
    part.share += 1n;
    left -= 1n;
  }
  return new Map(parts.map(({ key, share }) => [key, share]));
}
