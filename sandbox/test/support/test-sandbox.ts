import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readConfig, type SandboxConfig } from '../../src/config.js';
import { startSandbox, type Sandbox } from '../../src/server.js';

export interface Json {
  [name: string]: any;
}
export interface Answer {
  status: number;
  body: any;
}

/** A sandbox for one test file, with what a test asks it. */
export class TestSandbox {
  private constructor(
    readonly sandbox: Sandbox,
    readonly config: SandboxConfig,
  ) {}

  /** In memory, on a free port, with quick ledgers by default. */
  static async start(wish: Partial<SandboxConfig> = {}): Promise<TestSandbox> {
    const config: SandboxConfig = {
      ...readConfig({ SANDBOX_PORT: '0' }),
      dataDir: undefined,
      closeEveryMs: 50,
      ...wish,
    };
    const sandbox = await startSandbox(config);
    await sandbox.ready;
    return new TestSandbox(sandbox, config);
  }

  get url(): string {
    return this.sandbox.url;
  }

  get ledgerUrl(): string {
    return `ws://127.0.0.1:${this.sandbox.port}/ledger`;
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(this.url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      redirect: 'manual',
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text,
    };
  }

  get(path: string, headers?: Record<string, string>): Promise<any> {
    return this.call('GET', path, undefined, headers).then(({ body }) => body);
  }

  post(path: string, body: unknown = {}, headers?: Record<string, string>): Promise<any> {
    return this.call('POST', path, body, headers).then(({ body: answer }) => answer);
  }

  /** Xaman's platform API with the right keys. */
  xaman(method: string, path: string, body?: unknown): Promise<Answer> {
    const { apiKey, apiSecret } = this.config.xaman;
    return this.call(method, `/xaman/api/v1/platform/${path}`, body, {
      'x-api-key': apiKey,
      'x-api-secret': apiSecret,
    });
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}

export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  raw: string;
  body: any;
}

/** Stands in for the backend, and records the webhooks it gets. */
export class WebhookTaker {
  readonly received: Received[] = [];
  /** What the next deliveries are answered with; 204 once the list is used up. */
  answers: number[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<WebhookTaker> {
    const taker: WebhookTaker = new WebhookTaker(
      createServer((request, response) => {
        let raw = '';
        request.on('data', (chunk) => (raw += chunk));
        request.on('end', () => {
          taker.received.push({ path: request.url!, headers: request.headers, raw, body: JSON.parse(raw) });
          response.statusCode = taker.answers.shift() ?? 204;
          response.end();
        });
      }),
    );
    await new Promise<void>((done) => taker.server.listen(0, '127.0.0.1', done));
    return taker;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

/** Looks again until it holds; the last reason is the failure. */
export async function eventually<T>(look: () => T | Promise<T>, patienceMs = 60_000): Promise<T> {
  const until = Date.now() + patienceMs;
  for (;;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > until) throw error;
      await new Promise((wake) => setTimeout(wake, 20));
    }
  }
}
