/** Checks that the platform's accounts name the host which names them: `xrp-ledger.toml` (XLS-26). */
import pg from 'pg';
import { Client } from 'xrpl';
import type { Config } from '#platform/config/config.js';
import { ANSWER_MS, ok, warning, type Finding } from './finding.js';

/**
 * Nothing before the first start, when there are no accounts yet. A database or node that cannot be reached has its own
 * finding.
 */
export async function accountFindings({ databaseUrl, migrateUrl, xrpl, publicUrl }: Config): Promise<Finding[]> {
  const addresses = await addressesOf(migrateUrl ?? databaseUrl).catch(() => []);
  if (addresses.length === 0) return [];
  const domains = await domainsOf(xrpl.urls, addresses);
  return domains ? judgedDomains(domains, new URL(publicUrl).host) : [];
}

async function addressesOf(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ address: string }>('select address from read_models.movement_accounts');
    return rows.map(({ address }) => address);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Each account's `Domain` as text, '' if it has none, from the first node that answers; null if none does. */
async function domainsOf(urls: readonly string[], addresses: readonly string[]): Promise<Map<string, string> | null> {
  for (const url of urls) {
    const client = new Client(url, { connectionTimeout: ANSWER_MS, timeout: ANSWER_MS });
    try {
      await client.connect();
      const domains = new Map<string, string>();
      for (const account of addresses) {
        const { result } = await client.request({ command: 'account_info', account, ledger_index: 'validated' });
        domains.set(account, Buffer.from(result.account_data.Domain ?? '', 'hex').toString());
      }
      return domains;
    } catch {
      // The next node is asked.
    } finally {
      await client.disconnect().catch(() => {});
    }
  }
  return null;
}

/** @param host of the public address, as each account should name it */
export function judgedDomains(domains: ReadonlyMap<string, string>, host: string): Finding[] {
  const others = [...domains].filter(([, domain]) => domain !== host);
  if (others.length === 0) return [ok('Accounts', `name ${host} on the ledger`)];
  return others.map(([account, domain]) =>
    warning(
      'Accounts',
      `${account} names ${domain || 'no host'} on the ledger, PUBLIC_URL says ${host}: the program changes it after its start`,
    ),
  );
}
