/** How much may be uploaded in 24 hours, from one network and in all; `docs/identity.md` explains each variable. */
export interface UploadSettings {
  uploadQuotas: { network: UploadQuota; total: UploadQuota };
}

export interface UploadQuota {
  /** Uploads. */
  count: number;
  megabytes: number;
}

type Integer = (name: string, fallback: number, min: number, max: number) => number;

/** Reads the quotas. In the sandbox everybody comes from one address, and they are high. */
export function readUploadSettings(env: NodeJS.ProcessEnv, integer: Integer): UploadSettings {
  const times = env.SANDBOX === '1' ? 100 : 1;
  const quota = (name: string, count: number, megabytes: number): UploadQuota => ({
    count: integer(name, count * times, 1, 1_000_000_000),
    megabytes: integer(`${name}_MB`, megabytes * times, 1, 2_000_000),
  });
  return {
    uploadQuotas: {
      network: quota('UPLOADS_PER_NETWORK', 300, 1_000),
      total: quota('UPLOADS_PER_DAY', 10_000, 20_000),
    },
  };
}
