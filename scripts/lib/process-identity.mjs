// Finds processes again, and tells a process from a later one with the same number.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';

/** The start time of a process, with the boot from which it counts; undefined if there is no such process. */
export function startOf(pid) {
  return process.platform === 'linux' ? startFromProc(pid) : ps('-o', 'lstart=', '-p', String(pid)) || undefined;
}

/** Whether the process recorded with its start time is still running. */
export function isStill({ pid, started } = {}) {
  return Number.isInteger(pid) && pid > 1 && started !== undefined && startOf(pid) === started;
}

/** The processes whose command line contains a word: `[{ pid, command }]`. */
export function processesWith(word) {
  const all = process.platform === 'linux' ? commandsFromProc() : commandsFromPs();
  return all.filter(({ pid, command }) => pid !== process.pid && command.includes(word));
}

function startFromProc(pid) {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name may contain spaces and parentheses. Of the fields after it, state is the first, start time the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z'
      ? undefined
      : `${fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return undefined;
  }
}

function commandsFromProc() {
  const pids = fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((pid) => {
    try {
      return [{ pid: Number(pid), command: fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ') }];
    } catch {
      return [];
    }
  });
}

function commandsFromPs() {
  const lines = ps('-axww', '-o', 'pid=,command=').split('\n');
  return lines.map((line) => ({ pid: Number.parseInt(line, 10), command: line.trim().replace(/^\d+\s+/, '') }));
}

const ps = (...args) => spawnSync('ps', args, { encoding: 'utf8' }).stdout?.trim() ?? '';
