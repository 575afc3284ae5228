/** @jest-config-loader esbuild-register */
import type { Config } from 'jest';
import { bundledPackages } from './scripts/lib/bundle-for-jest.cjs';

const swc = (tsx: boolean) => [
  '@swc/jest',
  {
    swcrc: false,
    sourceMaps: 'inline',
    jsc: {
      target: 'es2022',
      keepClassNames: true,
      parser: { syntax: 'typescript', tsx, decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: true,
        react: { runtime: 'automatic' },
      },
    },
    module: { type: 'es6' },
  },
];

const common = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    ...bundledPackages,
    '^@tknest/contracts/(.*)$': '<rootDir>/../contracts/src/$1/index.ts',
    '^#test/(.*)\\.js$': '<rootDir>/../backend/test/$1',
    '^#(platform|features)/(.*)\\.js$': '<rootDir>/../backend/src/$1/$2',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
};

const node = (name: string, extra: object = {}) => ({
  ...common,
  displayName: name,
  rootDir: `./${name}`,
  testEnvironment: 'node',
  testMatch: ['<rootDir>/{src,test}/**/*.spec.ts'],
  transform: { '^.+\\.ts$': swc(false) },
  ...extra,
});

/** One PostgreSQL per run, for the projects that need it. */
const database = {
  globalSetup: '<rootDir>/../backend/test/global-setup.mjs',
  globalTeardown: '<rootDir>/../backend/test/global-teardown.mjs',
};

const config: Config = {
  coverageProvider: 'babel',
  // Generous: what matters is what happens, and other work may share the machine.
  testTimeout: 120_000,
  workerIdleMemoryLimit: '700MB',
  testSequencer: './scripts/lib/longest-first.cjs',
  projects: [
    node('contracts', { setupFiles: ['reflect-metadata'] }),
    node('sandbox'),
    node('backend', { setupFiles: ['reflect-metadata'], ...database }),
    node('e2e', {
      testMatch: ['<rootDir>/**/*.e2e.spec.ts'],
      testEnvironment: '<rootDir>/support/telling-environment.mjs',
      setupFilesAfterEnv: ['<rootDir>/support/setup.ts'],
      ...database,
    }),
    {
      ...common,
      displayName: 'frontend',
      rootDir: './frontend',
      testEnvironment: '<rootDir>/test/jsdom-env.mjs',
      testMatch: ['<rootDir>/{src,test}/**/*.spec.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
      moduleNameMapper: {
        '\\.(css|svg|png|woff2)$|^@fontsource|pdf\\.worker\\.min\\.mjs$': '<rootDir>/test/style.stub.mjs',
        ...common.moduleNameMapper,
      },
      testEnvironmentOptions: { customExportConditions: ['browser'] },
      transform: { '^.+\\.tsx?$': swc(true) },
    },
  ] as Config['projects'],
};
export default config;
