// What a running program publishes: runtime.json, and the lines in the terminal.

async function get(url) {
  const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

/** The sandbox's status and its people. */
export async function readSandbox(port) {
  const base = `http://127.0.0.1:${port}/control`;
  const [info, people] = await Promise.all([get(`${base}/info`), get(`${base}/wallets`)]);
  const demo = people
    .filter((person) => person.role)
    .map(({ name, role, address, seed }) => ({ name, role, address, seed }));
  const of = (role) => demo.find((wallet) => wallet.role === role)?.address;
  // The six people of the demo, and those who work at the compliance desk or audit.
  const isOfficer = ({ role }) => role === 'compliance' || role === 'auditor';
  const [officers, wallets] = [demo.filter(isOfficer), demo.filter((person) => !isOfficer(person))];
  return { ...info, wallets, officers, admin: of('admin'), auditor: of('auditor'), compliance: of('compliance') };
}

/** The platform's own accounts, as the backend has set them up. */
export async function readAccounts(url, sandbox) {
  const usual = sandbox && { rlusdIssuer: sandbox.rlusdIssuer, rlusdCurrency: sandbox.rlusdCurrency };
  try {
    const { issuer, feeWallet, payoutEscrow, rlusdIssuer, rlusdCurrency } = await get(`${url}/api/platform/config`);
    return { issuer, feeWallet, payoutEscrow, rlusdIssuer, rlusdCurrency };
  } catch {
    return usual ?? {};
  }
}

/** The content of runtime.json. Wallets and seeds exist on the sandbox's ledger only. */
export function runtimeOf({ settings, url, databaseUrl, sandbox, accounts }) {
  const pretend = sandbox && !settings.real.ledger;
  return {
    url,
    pid: process.pid,
    accessCode: settings.accessCode,
    database: databaseUrl,
    ...(sandbox && { sandbox: { url: sandbox.url, ledger: sandbox.ledger, phone: sandbox.phone } }),
    accounts,
    ...(pretend && { wallets: sandbox.wallets, officers: sandbox.officers }),
  };
}

export function announce(runtime, say) {
  const rows = [
    ['Open', runtime.url],
    ['Access code', runtime.accessCode || 'none needed'],
    ...(runtime.sandbox ? [['Phone', `${runtime.sandbox.phone}   (sign here in place of a wallet app)`]] : []),
  ];
  say('');
  for (const [name, value] of rows) say(`  ${name.padEnd(12)} ${value}`);
  if (runtime.wallets) {
    say('\n  Demo wallets');
    for (const { name, role, address } of [...runtime.wallets, ...runtime.officers])
      say(`  ${role.padEnd(12)} ${address.padEnd(35)} ${name}`);
  }
  say('\n  Ctrl-C ends the program, its sandbox and its database.\n');
}
