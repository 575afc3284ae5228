// Takes and restores a base backup of a running PostgreSQL with its low-level API, which needs no tool beside the
// server. Source: PostgreSQL 18, "25.3.4. Making a Base Backup Using the Low Level API".
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';

/** Recreated by the server, or wrong in a copy; pg_wal is copied last, after the backup has stopped. */
const LEFT_OUT = new Set(['pg_wal', 'postmaster.pid', 'postmaster.opts', 'pg_replslot', 'pg_dynshmem', 'pg_stat_tmp']);

/**
 * Copies a cluster while it is being written. @param url of a superuser @param folder the cluster's @param target a
 * folder that does not exist yet @returns the position in the write-ahead log that the copy reaches @throws if the
 * server has removed the beginning of that log, because copying took longer than the server keeps it
 */
export async function takeBaseBackup({ url, folder, target }) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: started } = await client.query("select pg_walfile_name(pg_backup_start('tknest', true)) as segment");
    copyLiving(folder, target, (name) => !LEFT_OUT.has(name));
    const { rows: stopped } = await client.query('select lsn, labelfile from pg_backup_stop(false)');
    copyLiving(path.join(folder, 'pg_wal'), path.join(target, 'pg_wal'), () => true);
    for (const empty of ['pg_replslot', 'pg_dynshmem', 'pg_stat_tmp', 'pg_wal/archive_status'])
      fs.mkdirSync(path.join(target, empty), { recursive: true, mode: 0o700 });
    if (!fs.existsSync(path.join(target, 'pg_wal', started[0].segment)))
      throw new Error(`The server removed ${started[0].segment} of its log during the backup. Try again.`);
    fs.writeFileSync(path.join(target, 'backup_label'), stopped[0].labelfile, { mode: 0o600 });
    return stopped[0].lsn;
  } finally {
    await client.end();
  }
}

/** Replaces a stopped cluster with a base backup; the files keep their owner. */
export function putBack({ backup, folder }) {
  const { uid, gid } = fs.statSync(folder);
  // Helpers of a killed server may still be writing.
  fs.rmSync(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  fs.cpSync(backup, folder, { recursive: true });
  own(folder, uid, gid);
}

/** Copies a live folder. Files that the server removes meanwhile are not needed. */
function copyLiving(from, to, isWanted) {
  fs.mkdirSync(to, { recursive: true, mode: 0o700 });
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    if (!isWanted(entry.name)) continue;
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    try {
      if (entry.isDirectory()) copyLiving(source, target, () => true);
      else fs.copyFileSync(source, target);
    } catch (error) {
      if (error.code !== 'ENOENT' || error.path !== source) throw error;
    }
  }
}

function own(place, uid, gid) {
  const entry = fs.lstatSync(place);
  fs.chownSync(place, uid, gid);
  fs.chmodSync(place, entry.isDirectory() ? 0o700 : 0o600);
  if (entry.isDirectory()) for (const name of fs.readdirSync(place)) own(path.join(place, name), uid, gid);
}
