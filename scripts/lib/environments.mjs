// The environment of each part of the program: everything inherited, plus the launcher's decisions.

/** The sandbox accepts the keys that the backend uses. */
export function sandboxEnvironment(env, settings, secrets) {
  return {
    ...env,
    SANDBOX_PORT: String(settings.sandboxPort),
    DATA_DIR: settings.dataDir,
    BACKEND_URL: `http://localhost:${settings.port}`,
    XRPL_NETWORK: settings.real.ledger ? 'SANDBOX' : settings.network,
    XAMAN_API_KEY: secrets.xamanApiKey,
    XAMAN_API_SECRET: secrets.xamanApiSecret,
    XAMAN_APPROVALS_KEY: secrets.xamanApprovalsKey,
    XAMAN_APPROVALS_SECRET: secrets.xamanApprovalsSecret,
    PERSONA_API_KEY: secrets.personaApiKey,
    PERSONA_WEBHOOK_SECRET: secrets.personaWebhookSecret,
    SUMSUB_APP_TOKEN: secrets.sumsubAppToken,
    SUMSUB_SECRET_KEY: secrets.sumsubSecretKey,
    SUMSUB_WEBHOOK_SECRET: secrets.sumsubWebhookSecret,
    FRED_API_KEY: secrets.fredApiKey,
  };
}

/**
 * Has glibc return what a redrawn picture took. Otherwise each thread that ever drew one keeps up to 100 MB. The image
 * sets the same.
 */
const RETURNS_MEMORY = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1000000' };

/** Points the backend at the sandbox for every service that has no real counterpart in the settings. */
export function backendEnvironment(
  env,
  settings,
  secrets,
  {
    databaseUrl,
    migrateUrl = undefined,
    masterKeyFile,
    sandbox,
    announcementFile = undefined,
    calendarFrom = undefined,
  },
) {
  const { real } = settings;
  const url = sandbox?.url;
  const instead = (party, values) => (real[party] || !sandbox ? {} : values);
  const withDemo = (wallets, demo) => [wallets, real.ledger ? undefined : demo].filter(Boolean).join(',');
  return {
    ...RETURNS_MEMORY,
    ...env,
    PORT: String(settings.port),
    DATA_DIR: settings.dataDir,
    DATABASE_URL: databaseUrl,
    ...(migrateUrl ? { MIGRATE_URL: migrateUrl } : {}),
    DEMO_ACCESS_CODE: settings.accessCode,
    XRPL_NETWORK: settings.network,
    RLUSD_ISSUER: settings.rlusdIssuer ?? sandbox.rlusdIssuer,
    ADMIN_WALLETS: withDemo(env.ADMIN_WALLETS, sandbox?.admin),
    AUDITOR_WALLETS: withDemo(env.AUDITOR_WALLETS, sandbox?.auditor),
    COMPLIANCE_WALLETS: withDemo(env.COMPLIANCE_WALLETS, sandbox?.compliance),
    ...(masterKeyFile === undefined ? {} : { MASTER_KEY_FILE: masterKeyFile }),
    ...(announcementFile === undefined ? {} : { ANNOUNCEMENT_FILE: announcementFile }),
    ...(calendarFrom === undefined ? {} : { CALENDAR_FROM: calendarFrom }),
    // With a real ledger, the sandbox's other parties still serve, but the backend relaxes no rule for them.
    ...(sandbox ? { SANDBOX_URL: url, ...(real.ledger ? {} : { SANDBOX: '1' }) } : {}),
    ...instead('ledger', { XRPL_URL: sandbox?.ledger, XRPL_FAUCET_URL: sandbox?.faucet }),
    ...instead('xaman', {
      XAMAN_API_URL: `${url}/xaman`,
      XAMAN_API_KEY: secrets.xamanApiKey,
      XAMAN_API_SECRET: secrets.xamanApiSecret,
      // A web process refuses to start with them.
      ...(env.ROLE === 'web'
        ? {}
        : { XAMAN_APPROVALS_KEY: secrets.xamanApprovalsKey, XAMAN_APPROVALS_SECRET: secrets.xamanApprovalsSecret }),
    }),
    ...instead('persona', {
      PERSONA_API_URL: `${url}/persona/api/v1`,
      PERSONA_API_KEY: secrets.personaApiKey,
      PERSONA_WEBHOOK_SECRET: secrets.personaWebhookSecret,
      PERSONA_TEMPLATE_ID: env.PERSONA_TEMPLATE_ID ?? 'itmpl_sandbox',
    }),
    ...instead('sumsub', {
      SUMSUB_API_URL: `${url}/sumsub`,
      SUMSUB_APP_TOKEN: secrets.sumsubAppToken,
      SUMSUB_SECRET_KEY: secrets.sumsubSecretKey,
      SUMSUB_WEBHOOK_SECRET: secrets.sumsubWebhookSecret,
      SUMSUB_LEVEL_NAME: env.SUMSUB_LEVEL_NAME ?? 'basic-kyc-level',
    }),
    ...instead('rates', { FRED_API_URL: `${url}/fred`, FRED_API_KEY: secrets.fredApiKey }),
    ...(sandbox && !env.SANCTIONS_URL && !env.SANCTIONS_FILE ? { SANCTIONS_URL: `${url}/ofac` } : {}),
    ...(sandbox && !env.CENSUS_API_URL ? { CENSUS_API_URL: `${url}/census` } : {}),
  };
}
