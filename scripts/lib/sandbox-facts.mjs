// What the backend must know of the sandbox, kept from the last start, so that the two can start at the same time.
import fs from 'node:fs';
import path from 'node:path';
import { readJson, writeJson } from './files.mjs';

const fileIn = (dataDir) => path.join(dataDir, 'sandbox.json');

/** The facts of the last start; undefined if the sandbox's people have yet to be made. */
export function knownSandbox({ dataDir, sandboxPort, network }) {
  const facts = readJson(fileIn(dataDir), undefined);
  const same = facts?.network === network && facts.url === `http://localhost:${sandboxPort}`;
  const whole = same && fs.existsSync(path.join(dataDir, 'sandbox/people.jsonl'));
  return whole ? facts : undefined;
}

export function rememberSandbox(
  { dataDir },
  { url, ledger, phone, faucet, network, rlusdIssuer, rlusdCurrency, admin, auditor, compliance },
) {
  writeJson(fileIn(dataDir), {
    url,
    ledger,
    phone,
    faucet,
    network,
    rlusdIssuer,
    rlusdCurrency,
    admin,
    auditor,
    compliance,
  });
}
