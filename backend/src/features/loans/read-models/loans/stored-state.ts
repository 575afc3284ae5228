/** A folded state as JSON: bigints and maps, which JSON lacks, are marked. */
export const toStored = (state: object): object => JSON.parse(JSON.stringify(state, mark)) as object;

export const fromStored = <State>(stored: object): State => JSON.parse(JSON.stringify(stored), unmark) as State;

function mark(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return { $bigint: String(value) };
  return value instanceof Map ? { $map: [...value] } : value;
}

function unmark(_: string, value: any): unknown {
  if (value?.$bigint !== undefined) return BigInt(value.$bigint);
  return value?.$map ? new Map(value.$map) : value;
}
