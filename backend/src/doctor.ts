/**
 * `node dist/doctor.js [--skip database,ledger,parties]`: checks everything that the program needs before it is
 * started: settings, folders, permissions, database, ledger nodes, wallet app, providers, clocks. Changes nothing.
 * `--skip` leaves out what `npm start` or its sandbox provides. Exit code 0 if the program can run, otherwise 1.
 */
import { parseArgs } from 'node:util';
import { accountFindings } from './doctor/accounts.js';
import { databaseFindings } from './doctor/database.js';
import { reportOf, failure, type Finding } from './doctor/finding.js';
import { folderFindings, runtimeFindings } from './doctor/host.js';
import { ledgerFindings } from './doctor/ledger.js';
import { partyFindings } from './doctor/parties.js';
import { settingsFindings } from './doctor/settings.js';
import { runTool } from './tool.js';
import { InvalidConfiguration, readConfig, type Config } from '#platform/config/config.js';
import { isOtherGeneration, refuseOtherGenerations } from '#platform/generation.js';

function configOf(env: NodeJS.ProcessEnv): Config | Finding[] {
  try {
    return readConfig(env);
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    return error.problems.map((problem) => failure('Settings', problem));
  }
}

/** Checks that need a connection. */
const ASKED = {
  database: databaseFindings,
  ledger: ledgerFindings,
  parties: partyFindings,
};

async function findingsOf(skipped: ReadonlySet<string>): Promise<Finding[]> {
  const config = configOf(process.env);
  if (Array.isArray(config)) return [...runtimeFindings(), ...config];
  if (!skipped.has('database')) await mustBeContinued(config);
  const asked = Object.entries(ASKED).filter(([name]) => !skipped.has(name));
  if (!skipped.has('database') && !skipped.has('ledger')) asked.push(['accounts', accountFindings]);
  const answers = await Promise.all(asked.map(([, ask]) => ask(config)));
  return [...runtimeFindings(), ...settingsFindings(config), ...folderFindings(config), ...answers.flat()];
}

/** Whatever else is wrong with the database is a finding. @throws NewerGeneration, BeforeFirstRelease */
async function mustBeContinued({ migrateUrl, databaseUrl, eventStore }: Config): Promise<void> {
  await refuseOtherGenerations(migrateUrl ?? databaseUrl, eventStore).catch((error: unknown) => {
    if (isOtherGeneration(error)) throw error;
  });
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { skip: { type: 'string', default: '' } } });
  const findings = await findingsOf(new Set(values.skip.split(',')));
  const bad = findings.filter(({ level }) => level === 'failure').length;
  process.stdout.write(`${reportOf(findings)}\n\n`);
  process.stdout.write(
    bad === 0 ? 'The program can be started.\n' : `Problems to fix before the program can be started: ${bad}\n`,
  );
  return bad === 0 ? 0 : 1;
}

runTool(main);
