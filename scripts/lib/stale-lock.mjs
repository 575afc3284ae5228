// A PostgreSQL that was killed with -9 leaves `postmaster.pid` behind. PostgreSQL itself clears it at the next start,
// but not if the dead process is still listed as a zombie, as in containers whose first process does not collect its
// children.
import fs from 'node:fs';
import path from 'node:path';

const PATIENCE_MS = 5_000;

/** Removes the lock of a server that is certainly dead, once none of its workers is left in the folder. */
export async function removeStaleLock(folder) {
  const file = path.join(folder, 'postmaster.pid');
  if (!fs.existsSync(file)) return;
  const pid = Number(fs.readFileSync(file, 'utf8').split('\n')[0]);
  if (!isZombie(pid)) return;
  for (const end = Date.now() + PATIENCE_MS; workersIn(folder).length > 0 && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 50));
  if (workersIn(folder).length === 0) fs.rmSync(file, { force: true });
}

function isZombie(pid) {
  try {
    // pid (name) state …; the name may contain spaces and parentheses.
    return /\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

/** Live processes whose working directory is the database's. */
function workersIn(folder) {
  const real = fs.realpathSync(folder);
  return fs.readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry) || isZombie(Number(entry))) return false;
    try {
      return fs.readlinkSync(`/proc/${entry}/cwd`) === real;
    } catch {
      return false;
    }
  });
}
