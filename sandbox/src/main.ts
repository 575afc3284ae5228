import { readConfig } from './config.js';
import { startEmptyNode } from './empty-node.js';
import { readEmptyOptions } from './empty-options.js';
import { startSandbox } from './server.js';

const CLOSING_MS = 5000;

/** `node dist/main.js` serves the sandbox; with `--empty` an untouched ledger node alone. */
async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const config = readConfig({ ...process.env, ...historyOf(args) });
  const running = args.includes('--empty')
    ? await startEmptyNode(config.port, readEmptyOptions(args))
    : await startSandbox(config);
  const end = () => {
    setTimeout(() => process.exit(1), CLOSING_MS).unref();
    running.close().then(
      () => process.exit(0),
      (error) => fail(error),
    );
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  await running.ready;
  process.stdout.write(`Sandbox ready at ${running.url}\n`);
}

/** `--history N`, the same as SANDBOX_HISTORY. */
function historyOf(args: readonly string[]): { SANDBOX_HISTORY?: string } {
  const at = args.indexOf('--history');
  return at < 0 ? {} : { SANDBOX_HISTORY: args[at + 1] ?? '' };
}

function fail(error: Error): void {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

main().catch(fail);
