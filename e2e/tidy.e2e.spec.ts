import { describe, expect, it } from '@jest/globals';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { sideBySide } from '../scripts/lib/side-by-side.mjs';
import { testsOf } from '../scripts/lib/tests-of.mjs';

/** Our own rules that a machine can check. */
const listed = (...paths: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => file && existsSync(file));
const files = listed('backend/src', 'contracts/src', 'sandbox/src', 'frontend/src').filter(
  (file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$|\/testing\//.test(file),
);
/** Files that may have more than 400 lines. */
const LONG_ON_PURPOSE = [
  // A verifier that people download: one file that needs no other.
  'frontend/public/verify-log.mjs',
];
const text = (file: string) => readFileSync(file, 'utf8');
const offenders = (chosen: readonly string[], pattern: RegExp) =>
  chosen.flatMap((file) =>
    text(file)
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) && !/^\s*(\*|\/\/|\/\*\*)/.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [],
      ),
  );

describe('tidy', () => {
  it('deciders, plans and states take time and chance as an input', () => {
    const pure = files.filter((file) => /\.(decider|plan|state)\.ts$/.test(file));
    expect(pure.length).toBeGreaterThan(4);
    expect(offenders(pure, /Date\.now\(|new Date\(\)|Math\.random\(|randomUUID\(/)).toEqual([]);
  });
  it('money is never parsed or computed as a floating point number', () => {
    expect(
      offenders(
        files.filter((file) => /^(backend|contracts)\/src/.test(file)),
        /parseFloat\(|toFixed\(/,
      ),
    ).toEqual([]);
  });
  it('no chance in the backend’s logic', () => {
    expect(
      offenders(
        files.filter((file) => file.startsWith('backend/src')),
        /Math\.random\(/,
      ),
    ).toEqual([]);
  });
  it('nothing is written to the console', () => {
    expect(offenders(files, /console\.(log|info|warn|error)\(/)).toEqual([]);
  });
  it('no two questions of the pages have one name: the one that loads second would ask the other', () => {
    const names = files.flatMap((file) =>
      [...text(file).matchAll(/^\s*(\w+): build\.(?:query|mutation|infiniteQuery)/gm)].map(([, name]) => name),
    );
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });
  it('no payment waits in xrpl.js', () => {
    expect(offenders(files, /submitAndWait\(/)).toEqual([]);
  });
  it('tables come from migrations only', () => {
    expect(offenders(files, /synchronize:\s*true/)).toEqual([]);
  });
  it('nothing is left for later in silence', () => {
    expect(offenders(files, /\b(TODO|FIXME|XXX)\b/)).toEqual([]);
  });
  it('a controller touches neither the log nor a table', () => {
    const controllers = files.filter((file) => file.endsWith('.controller.ts'));
    expect(controllers.length).toBeGreaterThan(40);
    expect(offenders(controllers, /\b(EVENT_STORE|STORED_LOG|DataSource|EntityManager|Repository|POOL)\b/)).toEqual([]);
  });
  it('what is scheduled is done by one instance; each keeps its own lists and watches the nodes it asks', () => {
    const scheduled = files.filter((file) => /@(Interval|Cron|Timeout)\(|\b(jobs|startUp)\.every\(/.test(text(file)));
    expect(scheduled.length).toBeGreaterThan(10);
    expect(scheduled.filter((file) => !/\b(jobs|startUp)\s*\.(once|every)\(/.test(text(file)))).toEqual([
      'backend/src/features/platform-accounts/second-node-watch.ts',
      'backend/src/features/reconciliation/history-watch.ts',
      'backend/src/features/screening/list/list-keeper.ts',
      // Each instance writes what it has seen itself.
      'backend/src/platform/telemetry/security-records.ts',
    ]);
  });
  it('no file grows beyond 400 lines', () => {
    const sources = listed('*.ts', '*.tsx', '*.mjs', '*.cjs', '*.js');
    for (const kind of [/\.spec\.tsx?$/, /\.mjs$/, /\.js$/]) expect(sources.some((file) => kind.test(file))).toBe(true);
    expect(
      sources
        .map((file) => ({ file, lines: text(file).split('\n').length - 1 }))
        .filter(({ file, lines }) => lines > 400 && !LONG_ON_PURPOSE.includes(file)),
    ).toEqual([]);
    // An exception that is none any more is taken out.
    expect(LONG_ON_PURPOSE.filter((file) => text(file).split('\n').length - 1 <= 400)).toEqual([]);
  });
});

describe('the backend’s bundle', () => {
  const program = 'backend/dist/program';
  const code = readdirSync(program)
    .filter((file) => file.endsWith('.js'))
    .map((file) => text(`${program}/${file}`))
    .join('\n');

  /** The image installs no development packages, so the bundle must not need one. */
  it('asks for no package that only development installs', () => {
    const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, { dev?: boolean }> };
    const wanted = [...code.matchAll(/(?:^import [^;]*?|\brequire\d*\()"((?:@[\w.-]+\/)?[\w.-]+)[^"]*"/gm)];
    const names = [...new Set(wanted.map(([, name]) => name!))];
    expect(names).toContain('typeorm');
    const found = (name: string) => packages[`backend/node_modules/${name}`] ?? packages[`node_modules/${name}`];
    expect(names.filter((name) => found(name)?.dev)).toEqual([]);
  });
});

describe('the bill of materials', () => {
  it('names what the bundle asks for, in the version that is installed, and nothing of development', () => {
    const { components } = JSON.parse(text('backend/dist/program/sbom.cdx.json')) as {
      components: { name: string; version: string }[];
    };
    const versionOf = (name: string) => components.find((one) => one.name === name)?.version;
    const { packages } = JSON.parse(text('package-lock.json')) as { packages: Record<string, { version: string }> };
    for (const name of ['xrpl', 'typeorm', 'pg', '@nestjs/core', 'react'])
      expect([name, versionOf(name)]).toEqual([name, packages[`node_modules/${name}`]!.version]);
    expect(versionOf('jest')).toBeUndefined();
  });
});

describe('benchmarks', () => {
  /** Benchmarks are not type-checked and are seldom run. */
  it('import what the build holds, by its name', () => {
    const imports = readdirSync('backend/bench')
      .filter((file) => file.endsWith('.mjs'))
      .flatMap((file) => [...text(`backend/bench/${file}`).matchAll(/import \{([^}]*)\} from '\.\.\/dist\/([^']*)';/g)])
      .map(([, names, module]) => ({ names: names!, module: module! }));
    expect(imports.length).toBeGreaterThan(40);
    const linked = imports
      .map(({ names, module }, index) => {
        const renamed = names
          .split(',')
          .map((name) => name.trim().split(' as ')[0]!)
          .filter(Boolean)
          .map((name) => `${name} as ${name}${index}`);
        return `import { ${renamed.join(', ')} } from './backend/dist/${module}';`;
      })
      .join('\n');
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', `${linked}\nprocess.exit(0);`],
      {
        encoding: 'utf8',
      },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('checks that run side by side', () => {
  it.each([
    ['the first', [1, 0, 0, 0]],
    ['one beside a longer one', [0, 1, 0, 0]],
    ['the last', [0, 0, 0, 1]],
  ])('fail where %s fails, whichever ends when', async (_, codes) => {
    for (const slow of codes.keys()) {
      const ended: number[] = [];
      const tasks = codes.map((code, at) => async () => {
        await new Promise((resolve) => setTimeout(resolve, at === slow ? 30 : 5));
        ended.push(at);
        return code;
      });
      expect(await sideBySide(tasks, 2)).toBe(1);
      expect(ended.sort()).toEqual([0, 1, 2, 3]);
    }
  });
});

describe('which test says what the specification quotes', () => {
  const suite = `
    const TABLE = [['Issue Tokens']];
    const elsewhere = 'Nobody tests this';
    describe('a page', () => {
      it('says "Only in the title"', () => { expect(screen.getByText('I\\'ve Setup Trustline')).toBeVisible(); });
      it.each(TABLE)('%s', (name) => expect(name).toBe(name));
    });`;
  const says = (title: string) => testsOf('page.spec.ts', suite).find((one) => one.title.startsWith(title))!.says;

  it('is its body and its table, not its title, and not another place of the file', () => {
    expect(says('says')).toContain("I've Setup Trustline");
    expect(says('says')).not.toContain('Only in the title');
    expect(says('%s')).toContain('Issue Tokens');
    for (const title of ['says', '%s', 'a page']) expect(says(title)).not.toContain('Nobody tests this');
  });
});
