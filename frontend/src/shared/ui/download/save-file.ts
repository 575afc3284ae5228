const KEPT_MS = 60_000;

/** Saves a file like a download. */
export function saveFile(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  saveLink(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}

/** Downloads from a URL of this platform. */
export const saveLink = (href: string, name: string): void =>
  Object.assign(document.createElement('a'), { href, download: name }).click();
