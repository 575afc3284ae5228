import type { ListedUnit } from './alignment.js';

/** Two neighboring words of a name, or all of them, written as one. */
export interface JoinedWords {
  name: number;
  /** Positions of the joined words. */
  places: readonly number[];
}

/** More than the number of ways to join words, so that name and way fit into one number. */
const WAYS_MAX = 4096;

/**
 * An index of names by the sound of words joined into one. Each name has several joins. Each join is a number; its
 * positions are stored once for all names of the same structure.
 */
export class JoinedNames {
  private readonly bySound = new Map<string, number | number[]>();
  private readonly ways: (readonly number[])[] = [];
  private readonly waysOf = new Map<number, readonly { id: number; places: readonly number[] }[]>();

  /** The ways to join the words of a name, by the number of its words and of its given names. */
  waysFor(given: number, count: number): readonly { id: number; places: readonly number[] }[] {
    const build = given * WAYS_MAX + count;
    const known = this.waysOf.get(build);
    if (known) return known;
    const made = joinsOf(given, count).map((places) => ({ id: this.ways.push(places) - 1, places }));
    this.waysOf.set(build, made);
    return made;
  }

  add(sound: string, name: number, way: number): void {
    const one = name * WAYS_MAX + way;
    const there = this.bySound.get(sound);
    if (there === undefined) this.bySound.set(sound, one);
    else if (typeof there === 'number') this.bySound.set(sound, [there, one]);
    else there.push(one);
  }

  of(sound: string): JoinedWords[] {
    const there = this.bySound.get(sound);
    if (there === undefined) return [];
    const all = typeof there === 'number' ? [there] : there;
    return all.map((one) => ({ name: Math.floor(one / WAYS_MAX), places: this.ways[one % WAYS_MAX]! }));
  }
}

/** Neighbors in "Given Surname" and in "Surname Given", and each order as a whole. */
function joinsOf(given: number, count: number): number[][] {
  const places = Array.from({ length: count }, (_, place) => place);
  if (count < 2) return [];
  const turned = [...places.slice(given), ...places.slice(0, given)];
  const joins = [places, turned].flatMap((order) => [
    ...order.slice(1).map((_, from) => order.slice(from, from + 2)),
    ...(count > 2 ? [order] : []),
  ]);
  const distinct = new Map(joins.map((join) => [join.join(), join]));
  return [...distinct.values()];
}

/** The words of a listed name, with those at `places` joined into one. */
export function joinedAt(units: readonly ListedUnit[], places: readonly number[]): ListedUnit[] {
  const one = places
    .map((place) => units[place]!)
    .reduce((all, unit) => ({
      word: null,
      text: all.text + unit.text,
      written: `${all.written} ${unit.written}`,
      weight: all.weight + unit.weight,
      tellingWords: all.tellingWords + unit.tellingWords,
      part: all.part === unit.part ? unit.part : null,
    }));
  return [one, ...units.filter((_, place) => !places.includes(place))];
}
