import type { Config } from '#platform/config/config.js';
import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** A permanent Message-ID, by which a server can detect duplicates. */
  messageId: string;
}
/**
 * `refused`: the server will never accept it. `later`: it was not accepted, but may be later. `unsure`: the connection
 * ended before the server said whether it had accepted it.
 */
export type SendOutcome = 'sent' | 'refused' | 'later' | 'unsure';
export interface Sent {
  outcome: SendOutcome;
  reason: string | null;
}

const CONNECT_MS = 10_000;
const SILENT_MS = 30_000;

/**
 * Sends mail by SMTP. Reports for each whether the server has it, because a mail that the server may have is never sent
 * again.
 */
export class Mailer {
  constructor(private readonly smtp: NonNullable<Config['smtp']>) {}

  /** @throws never */
  async send(mail: Mail): Promise<Sent> {
    const { host, port, implicitTls, requireTls, auth } = this.smtp;
    const connection = new SMTPConnection({
      host,
      port,
      secure: implicitTls,
      requireTLS: requireTls && !implicitTls,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENT_MS,
    });
    // Errors after the server's answer do not matter.
    connection.on('error', () => undefined);
    // A connection lost before the message is handed over means that it was not accepted.
    let handedOver = false;
    try {
      await connected(connection);
      if (auth) await done((told) => connection.login({ user: auth.user, pass: auth.pass }, told), connection);
      const message = await composed(mail, this.smtp.from);
      handedOver = true;
      await done(
        (told) => connection.send({ from: this.smtp.from, to: [mail.to] }, message, (error) => told(error)),
        connection,
      );
      connection.quit();
      return { outcome: 'sent', reason: null };
    } catch (error) {
      connection.close();
      return { outcome: outcomeOf(error as SMTPConnection.SMTPError, handedOver), reason: reasonOf(error as Error) };
    }
  }
}

function outcomeOf({ responseCode }: SMTPConnection.SMTPError, handedOver: boolean): SendOutcome {
  // A failure before the message is handed over is temporary, even a wrong password: somebody will correct it.
  if (!handedOver) return 'later';
  if (responseCode === undefined) return 'unsure';
  return responseCode >= 500 ? 'refused' : 'later';
}

/** The server's answer may repeat the address, which must not be stored or logged. */
const reasonOf = ({ message }: Error) => message.replaceAll(/\S+@\S+/g, '<address>').slice(0, 200);

const connected = (connection: SMTPConnection) =>
  new Promise<void>((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('The connection was closed')));
    connection.connect((error) => (error ? reject(error) : resolve()));
  });

function done(step: (told: (error?: Error | null) => void) => void, connection: SMTPConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('The connection was closed')));
    step((error) => (error ? reject(error) : resolve()));
  });
}

const composed = ({ to, subject, text, messageId }: Mail, from: string) =>
  new MailComposer({
    from: { name: 'Tknest', address: from },
    to,
    subject,
    text,
    messageId: `<${messageId}@${from.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  })
    .compile()
    .build();
