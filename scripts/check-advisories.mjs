// Known vulnerabilities of the packages that ship. If the registry does not answer, says so and passes: whether a
// change is right does not depend on the network.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const LEVELS = ['high', 'critical'];
const TIMEOUT_MS = 20_000;

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const { stdout } = spawnSync(npm, ['audit', '--omit=dev', '--json'], {
  cwd: root,
  encoding: 'utf8',
  timeout: TIMEOUT_MS,
  shell: process.platform === 'win32',
});
const told = answerIn(stdout);
if (!told)
  process.stdout.write('The registry did not answer: the packages that ship were not checked for advisories.\n');
const found = Object.values(told?.vulnerabilities ?? {}).filter(({ severity }) => LEVELS.includes(severity));
for (const { name, severity, range } of found) process.stdout.write(`${name} ${range}: ${severity}\n`);
process.exitCode = found.length > 0 ? 1 : 0;

/** @returns null if the text is not an audit report */
function answerIn(text) {
  try {
    const answer = JSON.parse(text);
    return answer.vulnerabilities ? answer : null;
  } catch {
    return null;
  }
}
