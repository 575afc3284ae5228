import { isOtherGeneration } from '#platform/generation.js';

/** Another start would not help: an operator must act. */
export const EXIT_CONFIGURATION = 78;

/**
 * Runs a tool and ends the process with its exit code, or says what failed.
 * @param codeOf exit code for an error, 2 if left out; data of another generation is always 78
 */
export function runTool(main: () => Promise<number>, codeOf: (error: unknown) => number = () => 2): void {
  main().then(
    (code) => process.exit(code),
    (error: unknown) => {
      process.stderr.write(`${(error as Error).message}\n`);
      process.exit(isOtherGeneration(error) ? EXIT_CONFIGURATION : codeOf(error));
    },
  );
}
