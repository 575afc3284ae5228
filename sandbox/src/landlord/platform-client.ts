import { HttpError } from '../shared/http-error.js';

type Json = any;
const POLL_MS = 200;
const PATIENCE_MS = 45_000;

/** A client of the platform's API, like a landlord's browser. */
export class PlatformClient {
  private token: string | null = null;

  constructor(private readonly url: string) {}

  get = (path: string): Promise<Json> => this.ask('GET', path);
  post = (path: string, body: object = {}): Promise<Json> => this.ask('POST', path, body);

  /** Signs in as a landlord. @param sign answers the sign request that it is given */
  async signIn(sign: (payloadUuid: string) => Promise<unknown>): Promise<void> {
    const begun = await this.send('POST', '/api/auth/xumm-login', { userRole: 'landlord' });
    const { payloadUuid } = await answerOf(begun);
    const cookie = begun.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    await sign(payloadUuid);
    const status = await until(
      async () => answerOf(await this.send('GET', `/api/auth/xumm-status/${payloadUuid}`, undefined, cookie)),
      (answer) => answer.authenticated || answer.cancelled || answer.expired,
    );
    if (!status.authenticated) throw new HttpError(502, 'The landlord could not sign in.');
    this.token = status.sessionToken;
  }

  get signedIn(): boolean {
    return this.token !== null;
  }

  /** Drops a session that has ended. */
  leave(): void {
    this.token = null;
  }

  private async ask(method: string, path: string, body?: object): Promise<Json> {
    return answerOf(await this.send(method, path, body));
  }

  private send(method: string, path: string, body?: object, cookie?: string): Promise<Response> {
    return fetch(this.url + path, {
      method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        Connection: 'close',
        ...(body && { 'Content-Type': 'application/json' }),
        ...(cookie && { Cookie: cookie }),
        ...(this.token && { Authorization: `Bearer ${this.token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  }
}

async function answerOf(response: Response): Promise<Json> {
  const body = (await response.json().catch(() => null)) as Json;
  if (!response.ok) throw new HttpError(response.status, body?.detail ?? `The platform answered ${response.status}.`);
  return body;
}

/** Polls until a condition is met. @throws HttpError (504) if that takes too long */
export async function until<Seen>(ask: () => Promise<Seen>, isSo: (seen: Seen) => unknown): Promise<Seen> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await ask();
    if (isSo(seen)) return seen;
    if (Date.now() > end) throw new HttpError(504, 'The platform is taking too long. Check again in a moment.');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
