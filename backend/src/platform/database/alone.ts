import type { DataSource } from 'typeorm';

const LOOK_EVERY_MS = 100;
const LOCK = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as got';
const UNLOCK = 'select pg_advisory_unlock(hashtextextended($1, 0))';

/**
 * Runs work under a lock shared by all instances and programs on this database; the others wait. It is a session-level
 * advisory lock, so it is released when its holder dies. @throws the signal's reason if it aborts during the wait
 */
export async function alone<Result>(
  db: DataSource,
  name: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const session = db.createQueryRunner();
  try {
    while (!(await session.query(LOCK, [name]))[0].got) {
      signal?.throwIfAborted();
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    try {
      return await work();
    } finally {
      await session.query(UNLOCK, [name]);
    }
  } finally {
    await session.release();
  }
}
