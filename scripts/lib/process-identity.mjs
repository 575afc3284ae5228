// Telling a process from another that was given the same number later.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** What stays the same as long as a process lives and differs for any other: start time (with the boot it counts from) and command. */
export function identityOf(pid) {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

/** Whether the process that was noted as `identity` still runs. */
export function isStill(pid, identity) {
  const now = Number.isInteger(pid) && pid > 1 ? identityOf(pid) : undefined;
  return now !== undefined && identity !== undefined && now.started === identity.started && now.command === identity.command;
}

function fromProc(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // Fields after the name, which may hold blanks and brackets: state is the first, the start time the twentieth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z') return undefined;
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return { started: `${boot} ${fields[19]}`, command: fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0] };
  } catch {
    return undefined;
  }
}

function fromPs(pid) {
  const result = spawnSync('ps', ['-o', 'lstart=', '-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  const line = result.stdout?.trim();
  return result.status === 0 && line ? { started: line.slice(0, 24), command: line.slice(24).trim() } : undefined;
}
