import type { WorkerRequests } from '#platform/worker-requests/worker-requests.js';

type Work = (input: any) => Promise<unknown>;

/** Worker requests within one process, without a database. */
export class AskedHere {
  private readonly works = new Map<string, { work: Work; check: (input: unknown) => unknown }>();
  readonly requests = this as unknown as WorkerRequests;

  /** @param isWeb whether what is asked comes from another process */
  constructor(private readonly isWeb = false) {}

  carryOut(kind: string, work: Work, check: (input: unknown) => unknown = () => undefined): void {
    this.works.set(kind, { work, check });
  }

  ask(kind: string, input: object): Promise<unknown> {
    return this.isWeb ? this.askedByWeb(kind, input) : this.works.get(kind)!.work(input);
  }

  /** What a web process may write into the database, and the worker's answer. */
  async askedByWeb(kind: string, input: object): Promise<unknown> {
    const { work, check } = this.works.get(kind)!;
    const asked = JSON.parse(JSON.stringify(input)) as unknown;
    await check(asked);
    return work(asked);
  }
}
