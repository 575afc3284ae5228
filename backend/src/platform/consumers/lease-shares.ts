/** An instance that takes leases, as recorded in the database. */
export interface Holder {
  holder: string;
  /** The leases that it would take. */
  wanted: readonly string[];
  /** The leases that it holds. */
  held: readonly string[];
}

export interface Shares {
  /** Free leases to take now. */
  take: string[];
  /** Leases whose work must end here, so that others can do it. */
  give: string[];
}

/** For this many beats a free lease is left to instances with fewer leases; after that, any instance takes it. */
const LEFT_FOR_LOOKS = 3;
/** Instances whose numbers of leases differ by one count as equal. */
const EVEN = 1;

/**
 * Divides the work: an instance takes free leases up to its share, and releases leases if another instance has at least
 * two fewer. So leases do not move back and forth, and a single instance takes all. Pure.
 * @param own this instance's leases
 * @param others the other live instances
 * @param freeFor for how many beats, including this one, each free lease has been free; absent if it is held
 */
export function shareOut(own: Holder, others: readonly Holder[], freeFor: ReadonlyMap<string, number>): Shares {
  const room = Math.ceil(own.wanted.length / (others.length + 1)) - own.held.length;
  const free = own.wanted.filter((name) => freeFor.has(name));
  const left = free.filter((name) => freeFor.get(name)! >= LEFT_FOR_LOOKS);
  const take = new Set([...left, ...free.slice(0, Math.max(0, room))]);
  return { take: [...take], give: free.length > 0 ? [] : giveBack(own, others) };
}

/** To the instances with the fewest leases first, until all are equal. */
function giveBack(own: Holder, others: readonly Holder[]): string[] {
  const mine = new Set(own.held);
  const give: string[] = [];
  for (const other of [...others].sort((a, b) => a.held.length - b.held.length)) {
    let theirs = other.held.length;
    for (const name of own.held) {
      if (mine.size - theirs <= EVEN) break;
      if (!mine.has(name) || !other.wanted.includes(name)) continue;
      mine.delete(name);
      give.push(name);
      theirs++;
    }
  }
  return give;
}
