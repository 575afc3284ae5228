/** Checks the services that the program calls: the wallet app, verification providers, publishers of lists. */
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { createTransport } from 'nodemailer';
import type { Clamd } from '#platform/config/encrypted-links.js';
import type { Config } from '#platform/config/config.js';
import { ANSWER_MS, ok, warning, reasonOf, failure, type Finding } from './finding.js';

const CLOCK_MAX_MS = 30_000;

export async function partyFindings(config: Config): Promise<Finding[]> {
  const { persona, sumsub, fred, sanctions, clamd, smtp } = config;
  const asked = [xamanFinding(config), listFinding(sanctions.source)];
  if (persona && !persona.sandbox)
    asked.push(
      keyFinding('Persona', `${persona.url}/inquiries?page%5Bsize%5D=1`, { Authorization: `Bearer ${persona.key}` }),
    );
  if (sumsub && !sumsub.sandbox) asked.push(reachFinding('Sumsub', sumsub.url));
  if (fred.key) asked.push(reachFinding('FRED', fred.url));
  for (const [list, place] of Object.entries(sanctions.own))
    asked.push(
      /^\w+:\/\//.test(place)
        ? reachFinding(`List ${list.toUpperCase()}`, place)
        : fileFinding(`List ${list.toUpperCase()}`, place),
    );
  if (clamd) asked.push(clamdFinding(clamd));
  if (smtp) asked.push(smtpFinding(smtp));
  return (await Promise.all(asked)).flat();
}

/** With a real ledger, the sandbox can still simulate other services; it runs once the program has started. */
function isSandboxes(url: string): boolean {
  const sandbox = process.env.SANDBOX_URL ?? '';
  return URL.canParse(sandbox) && new URL(url).host === new URL(sandbox).host;
}
const SANDBOXES = 'the sandbox’s';

const ask = (url: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS), redirect: 'follow' });

/**
 * Checks both applications, their keys and the webhook; the date of the answer shows whether this machine's clock is
 * right.
 */
async function xamanFinding({ xaman, publicUrl }: Config): Promise<Finding[]> {
  if (isSandboxes(xaman.url)) return [ok('Xaman', SANDBOXES)];
  const { url, approvals } = xaman;
  let answer: Response;
  try {
    answer = await pingOf(url, xaman);
    const second = approvals && approvals.key !== xaman.key ? await pingOf(url, approvals) : null;
    if (second && !second.ok)
      return [
        failure(
          'Xaman',
          `refuses XAMAN_APPROVALS_KEY and XAMAN_APPROVALS_SECRET (${second.status}): copy both from its console`,
        ),
      ];
  } catch (error) {
    return [failure('Xaman', `${xaman.url} cannot be reached: ${reasonOf(error)}`)];
  }
  if (!answer.ok)
    return [
      failure('Xaman', `refuses XAMAN_API_KEY and XAMAN_API_SECRET (${answer.status}): copy both from its console`),
    ];
  const { auth } = (await answer.json().catch(() => ({}))) as { auth?: { application?: Record<string, unknown> } };
  const { name = 'application', webhookurl } = auth?.application ?? {};
  const findings: Finding[] = [ok('Xaman', String(name))];
  const expected = `${publicUrl}/api/webhooks/xaman`;
  if (webhookurl !== undefined && webhookurl !== expected)
    findings.push(
      warning('Xaman', `its webhook is ${String(webhookurl) || 'not set'}: set ${expected} in its console`),
    );
  const date = Date.parse(answer.headers.get('date') ?? '');
  if (Math.abs(date - Date.now()) > CLOCK_MAX_MS)
    findings.push(failure('Clock', 'this machine’s clock is off by more than half a minute: set it by NTP'));
  return findings;
}

const pingOf = (url: string, { key, secret }: { key: string; secret: string }): Promise<Response> =>
  ask(`${url}/api/v1/platform/ping`, { 'X-API-Key': key, 'X-API-Secret': secret });

async function keyFinding(subject: string, url: string, headers: Record<string, string>): Promise<Finding[]> {
  if (isSandboxes(url)) return [ok(subject, SANDBOXES)];
  try {
    const { status } = await ask(url, headers);
    if (status === 401 || status === 403) return [failure(subject, `refuses its key (${status})`)];
    return [status < 500 ? ok(subject, 'accepts the key') : failure(subject, `answers ${status}`)];
  } catch (error) {
    return [failure(subject, `cannot be reached: ${reasonOf(error)}`)];
  }
}

/** Any answer proves that the service is reachable; a call without a body cannot show more. */
async function reachFinding(subject: string, url: string): Promise<Finding[]> {
  if (isSandboxes(url)) return [ok(subject, SANDBOXES)];
  try {
    const { status } = await ask(url);
    return [status < 500 ? ok(subject, 'answers') : failure(subject, `answers ${status}`)];
  } catch (error) {
    return [failure(subject, `${new URL(url).host} cannot be reached: ${reasonOf(error)}`)];
  }
}

const fileFinding = async (subject: string, file: string): Promise<Finding[]> => [
  existsSync(file) ? ok(subject, file) : failure(subject, `${file} does not exist`),
];

const listFinding = (source: Config['sanctions']['source']): Promise<Finding[]> =>
  'file' in source ? fileFinding('Sanctions list', source.file) : reachFinding('Sanctions list', source.url);

function clamdFinding(clamd: Clamd): Promise<Finding[]> {
  return new Promise((resolve) => {
    const socket =
      'path' in clamd
        ? connect(clamd.path)
        : clamd.tls
          ? connectTls({ host: clamd.host, port: clamd.port, servername: clamd.host })
          : connect({ host: clamd.host, port: clamd.port });
    const end = (finding: Finding) => {
      socket.destroy();
      resolve([finding]);
    };
    socket.setTimeout(ANSWER_MS, () => end(failure('Antivirus', 'no answer in time')));
    socket.on('error', (error) => end(failure('Antivirus', `cannot be reached: ${reasonOf(error)}`)));
    socket.on('data', (data) =>
      end(
        String(data).startsWith('PONG')
          ? ok('Antivirus', 'clamd')
          : failure('Antivirus', 'the service there is not clamd'),
      ),
    );
    socket.on('end', () => end(failure('Antivirus', 'the service there is not clamd')));
    socket.write('zPING\0');
  });
}

/** Connects to the mail server, and signs in if a password is set; sends no mail. */
async function smtpFinding(smtp: NonNullable<Config['smtp']>): Promise<Finding[]> {
  const { host, port, implicitTls: secure, requireTls: requireTLS, auth } = smtp;
  const times = { connectionTimeout: ANSWER_MS, greetingTimeout: ANSWER_MS, socketTimeout: ANSWER_MS };
  const transport = createTransport({ host, port, secure, requireTLS, ...(auth && { auth }), ...times });
  try {
    await transport.verify();
    return [ok('Mail', `${host}:${port}`)];
  } catch (error) {
    const { responseCode } = error as { responseCode?: number };
    return [
      failure(
        'Mail',
        responseCode === 535 ? `${host} refuses user and password` : `cannot be sent: ${reasonOf(error)}`,
      ),
    ];
  } finally {
    transport.close();
  }
}
