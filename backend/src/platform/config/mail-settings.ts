/** The mail server's settings; null if the platform sends no mail. */
export interface MailSettings {
  smtp: {
    host: string;
    port: number;
    /** TLS from the first byte; otherwise STARTTLS. */
    implicitTls: boolean;
    /** Without TLS nothing is sent. */
    requireTls: boolean;
    auth: { user: string; pass: string } | null;
    from: string;
  } | null;
}

const PORTS = { 'smtp:': 587, 'smtps:': 465 };

/** `SMTP_URL`: `smtps://user:password@host` or `smtp://…`; in production only with TLS. */
export function readMailSettings(
  env: NodeJS.ProcessEnv,
  production: boolean,
  wrong: (problem: string) => void,
): MailSettings {
  const { SMTP_URL: given, MAIL_FROM: from } = env;
  if (!given) return { smtp: null };
  const url = URL.canParse(given) ? new URL(given) : null;
  if (!url || !(url.protocol in PORTS) || !url.hostname) {
    wrong('SMTP_URL must look like smtps://user:password@host:465 or smtp://user:password@host:587');
    return { smtp: null };
  }
  const sender = from || env.SUPPORT_EMAIL || 'support@example.org';
  if (!/^[^\s@<>]+@[^\s@<>]+$/.test(sender)) wrong('MAIL_FROM must be an email address');
  const protocol = url.protocol as keyof typeof PORTS;
  return {
    smtp: {
      host: url.hostname,
      port: Number(url.port) || PORTS[protocol],
      implicitTls: protocol === 'smtps:',
      requireTls: production,
      auth: url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : null,
      from: sender,
    },
  };
}
