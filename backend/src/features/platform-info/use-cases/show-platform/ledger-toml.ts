import type { PlatformConfigView } from '@tknest/contracts/api';

/** What wallets and explorers find under this name at the host that an account names on the ledger. */
export const LEDGER_TOML = '.well-known/xrp-ledger.toml';

/** A TOML basic string: JSON's escapes are its own. */
const text = (value: string) => JSON.stringify(value);

/**
 * Who stands behind the platform's accounts and its token (XLS-26). The platform runs no validator, so it names none.
 * @param logKey public key of the record's checkpoints, which proofs are checked with
 */
export function ledgerToml(platform: PlatformConfigView, logKey: string): string {
  const { issuer, feeWallet, payoutEscrow, tokenCurrency, supportEmail } = platform;
  const accounts = [
    [issuer, 'Issues the TKNEST token'],
    [feeWallet, 'Receives the platform fees'],
    [payoutEscrow, 'Holds and pays out what landlords pay'],
  ] as const;
  const sections = [
    ...accounts.map(([address, desc]) => ['[[ACCOUNTS]]', `address = ${text(address)}`, `desc = ${text(desc)}`]),
    ['[[PRINCIPALS]]', 'name = "TKNEST"', `email = ${text(supportEmail)}`],
    [
      '[[CURRENCIES]]',
      `code = ${text(tokenCurrency)}`,
      `issuer = ${text(issuer)}`,
      'name = "TKNEST"',
      'desc = "Tokens linked to rental properties"',
      'display_decimals = 0',
    ],
    ['[RECORD]', `key = ${text(logKey)}`],
  ];
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
