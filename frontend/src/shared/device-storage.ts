/** Where a browser keeps something: until it is cleared, or as long as the tab is open. */
type Place = 'localStorage' | 'sessionStorage';

/** Where storage is switched off, touching it throws: what is chosen then holds until the page is left. */
const inMemory = new Map<string, string>();
const nameOf = (place: Place, key: string) => `${place}/${key}`;

export function readStored(place: Place, key: string): string | null {
  try {
    return window[place].getItem(key);
  } catch {
    return inMemory.get(nameOf(place, key)) ?? null;
  }
}

/** @param value null removes it */
export function writeStored(place: Place, key: string, value: string | null): void {
  try {
    if (value === null) window[place].removeItem(key);
    else window[place].setItem(key, value);
  } catch {
    if (value === null) inMemory.delete(nameOf(place, key));
    else inMemory.set(nameOf(place, key), value);
  }
}
