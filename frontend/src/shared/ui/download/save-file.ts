const KEPT_MS = 60_000;

/** Hands a file over, as a download would. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveLink(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Hands over what an address of this platform answers. */
export const saveLink = (href: string, name: string): void =>
  Object.assign(document.createElement('a'), { href, download: name }).click();
