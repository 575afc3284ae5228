// `npm run drill -- restore`: loses everything after a backup and shows that nobody is paid twice. It runs the whole
// program in a folder of its own, beside the sandbox; nothing of yours is touched. docs/operations.md has the steps.
import { restore } from './drill/restore.mjs';

const DRILLS = { restore };
const drill = DRILLS[process.argv[2]];

try {
  if (!drill) throw new Error(`Name a drill: ${Object.keys(DRILLS).join(', ')}`);
  await drill((line) => process.stdout.write(`${line}\n`), Number(process.argv[3] ?? 1));
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
