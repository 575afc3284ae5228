/** The first match counts, because each of these browsers also claims the names below it. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(EdgA?|EdgiOS|Edge)\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPad\b/, 'iPad'],
  [/\biPhone\b/, 'iPhone'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'Mac'],
  [/\b(Linux|X11)\b/, 'Linux'],
];
const firstIn = (names: typeof BROWSERS, text: string) => names.find(([sign]) => sign.test(text))?.[1];

/**
 * Browser and system as text, `Firefox on Windows`, by which users recognize their sessions. No versions and no models:
 * those identify people, and are not needed.
 * @returns null if it names neither
 */
export function deviceOf(userAgent: string | undefined): string | null {
  const [browser, system] = [firstIn(BROWSERS, userAgent ?? ''), firstIn(SYSTEMS, userAgent ?? '')];
  return browser && system ? `${browser} on ${system}` : (browser ?? system ?? null);
}
