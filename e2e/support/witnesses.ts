import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** Tells what happened while a test failed; `telling-environment.mjs` prints it. */
export interface Witness {
  /** Called when a test begins; what happened before is dropped. */
  begin(): void;
  tell(): string | Promise<string>;
}

const LINES = 120;
const LINE_LENGTH = 600;
const all: Set<Witness> = ((globalThis as { witnesses?: Set<Witness> }).witnesses ??= new Set());

/** The last lines of a text, each cut to a readable length. */
const end = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .slice(-LINES)
    .map((line) => line.slice(0, LINE_LENGTH))
    .join('\n');

/** Watches the logs in a data folder and its launcher's output. @returns a function that stops watching */
export function watchLogs(dataDir: string, output: () => string = () => ''): () => void {
  const folder = path.join(dataDir, 'logs');
  const files = () => (existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.log')) : []);
  const from = new Map<string, number>();
  const witness: Witness = {
    begin: () => files().forEach((name) => from.set(name, statSync(path.join(folder, name)).size)),
    tell: () =>
      [
        ['launcher', output()] as const,
        ...files().map(
          (name) =>
            [
              name,
              readFileSync(path.join(folder, name))
                .subarray(from.get(name) ?? 0)
                .toString('utf8'),
            ] as const,
        ),
      ]
        .filter(([, text]) => text.trim())
        .map(([name, text]) => `--- ${name} of ${dataDir}, since the test began\n${end(text)}`)
        .join('\n'),
  };
  all.add(witness);
  return () => void all.delete(witness);
}

/** Watches what a page shows to a screen reader, and the faults on it. */
export function watchPage(page: Page, wrong: readonly string[]): void {
  const witness: Witness = {
    begin: () => undefined,
    tell: async () => {
      const shown = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch((error: Error) => error.message);
      return `--- ${page.url()}\n${[...wrong, end(shown)].join('\n')}`;
    },
  };
  all.add(witness);
  page.once('close', () => void all.delete(witness));
}
