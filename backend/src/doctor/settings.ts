/** Settings that are valid but probably not intended. */
import type { Config } from '#platform/config/config.js';
import { ok, warning, failure, type Finding } from './finding.js';

const DOCUMENTED_CODE = 'LEDGER2024';

export function settingsFindings(config: Config): Finding[] {
  const { production, sandbox, fourEyes, adminWallets, persons, accessCode, trustedProxies, clamd, publicUrl } = config;
  const findings: Finding[] = [ok('Settings', production ? 'valid, for production' : 'valid')];
  if (sandbox) return findings;
  const people = new Set([...adminWallets].map((wallet) => persons.get(wallet) ?? wallet));
  if (people.size === 0) findings.push(failure('ADMIN_WALLETS', 'no admins: name at least two people'));
  else if (fourEyes && people.size < 2)
    findings.push(
      failure(
        'ADMIN_WALLETS',
        'only one person, so acts that take two people (FOUR_EYES) are refused: name a second one',
      ),
    );
  else findings.push(ok('ADMIN_WALLETS', `${people.size} people`));
  if (production && accessCode === DOCUMENTED_CODE)
    findings.push(warning('DEMO_ACCESS_CODE', 'the documented code opens the gate: choose another code, or none'));
  if (production && trustedProxies.length === 0)
    findings.push(warning('TRUSTED_PROXIES', 'empty: behind a proxy, all users would share one rate limit'));
  if (!clamd) findings.push(warning('ANTIVIRUS_URL', 'empty: uploads are not scanned for malware'));
  findings.push(publicUrlFinding(publicUrl, production));
  if (!config.persona && !config.sumsub)
    findings.push(warning('Verification', 'no provider: officers decide every application'));
  return findings;
}

function publicUrlFinding(publicUrl: string, production: boolean): Finding {
  const { protocol, hostname } = new URL(publicUrl);
  const local = hostname === 'localhost' || hostname.startsWith('127.');
  if (production && (local || protocol !== 'https:'))
    return failure(
      'PUBLIC_URL',
      `${publicUrl} is not an address that wallets and providers can return to: use https and a host name`,
    );
  return local
    ? warning(
        'PUBLIC_URL',
        `${publicUrl}: webhooks do not reach it; the platform asks for the same data within a minute`,
      )
    : ok('PUBLIC_URL', publicUrl);
}
