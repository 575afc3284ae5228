/** Where two JSON values differ in their keys and types. Of lists the elements at the same place are compared. */
export function shapeDifferences(recorded: unknown, got: unknown, at = ''): string[] {
  const [want, have] = [kindOf(recorded), kindOf(got)];
  if (want !== have) return [`${at || '.'}: recorded ${want}, got ${have}`];
  if (Array.isArray(recorded))
    return recorded.flatMap((item, i) =>
      i < (got as unknown[]).length
        ? shapeDifferences(item, (got as unknown[])[i], `${at}[${i}]`)
        : [`${at}[${i}]: missing`],
    );
  if (want !== 'object') return [];
  const [a, b] = [recorded as Record<string, unknown>, got as Record<string, unknown>];
  const missing = Object.keys(a)
    .filter((key) => !(key in b))
    .map((key) => `${at}.${key}: missing`);
  const extra = Object.keys(b)
    .filter((key) => !(key in a))
    .map((key) => `${at}.${key}: not recorded`);
  return [
    ...missing,
    ...extra,
    ...Object.keys(a).flatMap((key) => (key in b ? shapeDifferences(a[key], b[key], `${at}.${key}`) : [])),
  ];
}

const kindOf = (value: unknown): string => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);
