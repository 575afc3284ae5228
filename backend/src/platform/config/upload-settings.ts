/** Upload quotas per 24 hours, per network and in total; `docs/settings.md` explains each variable. */
export interface UploadSettings {
  uploadQuotas: { network: UploadQuota; total: UploadQuota };
}

export interface UploadQuota {
  /** Number of uploads. */
  count: number;
  megabytes: number;
}

type Integer = (name: string, fallback: number, min: number, max: number) => number;

/** Reads the quotas. They are high in the sandbox, where everybody has the same address. */
export function readUploadSettings(env: NodeJS.ProcessEnv, integer: Integer): UploadSettings {
  const times = env.SANDBOX === '1' ? 100 : 1;
  const count = (name: string, fallback: number) => integer(name, fallback * times, 1, 1_000_000_000);
  const megabytes = (name: string, fallback: number) => integer(name, fallback * times, 1, 2_000_000);
  return {
    uploadQuotas: {
      network: { count: count('UPLOADS_PER_NETWORK', 300), megabytes: megabytes('UPLOADS_PER_NETWORK_MB', 1_000) },
      total: { count: count('UPLOADS_PER_DAY', 10_000), megabytes: megabytes('UPLOADS_PER_DAY_MB', 20_000) },
    },
  };
}
