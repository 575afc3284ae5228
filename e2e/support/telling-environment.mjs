import { TestEnvironment } from 'jest-environment-node';

/**
 * When a test fails, prints what its witnesses tell, before any cleanup: for a failure on another machine this may be
 * the only evidence.
 */
export default class TellingEnvironment extends TestEnvironment {
  async handleTestEvent({ name, test, hook, error }) {
    const witnesses = [...(this.global.witnesses ?? [])];
    if (name === 'test_start') witnesses.forEach((witness) => witness.begin());
    if (name !== 'test_fn_failure' && name !== 'hook_failure') return;
    const said = await Promise.all(
      witnesses.map((witness) =>
        Promise.resolve()
          .then(() => witness.tell())
          .catch((failure) => `A witness is silent: ${failure.message}`),
      ),
    );
    process.stderr.write(
      `\n=== ${new Date().toISOString()} ${test?.name ?? hook?.type} failed: ${String(error?.message ?? error).split('\n')[0]}\n${said.filter(Boolean).join('\n')}\n===\n`,
    );
  }
}
