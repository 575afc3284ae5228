// The role under which the backend works on the embedded database: it may append to the log and change nothing in it.
import pg from 'pg';

const ROLE = 'tknest_application';

/**
 * Creates that role with this password if it does not exist. Its rights come with the migrations.
 * @param {string} ownerUrl of the role that owns the database
 * @param {string} password hexadecimal digits
 * @returns {Promise<string>} the database's address under it
 */
export async function applicationUrl(ownerUrl, password) {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [ROLE]);
    await client.query(`${rowCount ? 'alter' : 'create'} role ${ROLE} login password '${password}'`);
  } finally {
    await client.end();
  }
  const url = new URL(ownerUrl);
  url.username = ROLE;
  url.password = password;
  return url.href;
}
