import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import Features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import grpc from '@grpc/grpc-js';
import { appendCalls } from './appending.js';
import { callError } from './messages.js';
import { readCalls } from './reading.js';
import { Streams } from './streams.js';

/**
 * The fault of one call. `lost`: done, but the connection breaks before the answer. `silent`: not done, no answer.
 * `silent-done`: done, no answer. `away`: refused, not done.
 */
export type Fault = 'lost' | 'silent' | 'silent-done' | 'away' | null;

export interface StandInOptions {
  /** Shared by the nodes of a cluster. */
  streams?: Streams;
  /** Certificate and key (PEM): turns on encryption and the check of user names and passwords. */
  tls?: { certificate: Buffer; key: Buffer; users: Record<string, { password: string; groups: string[] }> };
  port?: number;
}

/**
 * A server of EventStoreDB as its client sees it over the wire: streams with revisions, repeated appends recognized by
 * ids, subscriptions, leaders, rights. It keeps everything in memory and breaks on demand.
 */
export class EventStoreStandIn {
  readonly streams: Streams;
  /** Number of calls by kind, so that a test can tell which of them the client used. */
  readonly calls = { append: 0, batchAppend: 0, read: 0, subscribe: 0 };
  /** Asked before every call. */
  fault: (call: keyof EventStoreStandIn['calls']) => Fault = () => null;
  /** Runs before an append is checked, so that another writer can come first. */
  beforeAppend: (() => Promise<void>) | null = null;
  /** The leader, if this node no longer is. */
  leader: EventStoreStandIn | null = null;
  readonly subscriptions = new Set<(error: Partial<grpc.StatusObject> | null) => void>();
  port = 0;
  private server: grpc.Server | null = null;

  constructor(readonly options: StandInOptions = {}) {
    this.streams = options.streams ?? new Streams();
    this.port = options.port ?? 0;
  }

  get url(): string {
    return `esdb://localhost:${this.port}?tls=${this.options.tls ? 'true' : 'false'}`;
  }

  /** Starts the server; after a stop on the same port as before. */
  async start(): Promise<this> {
    const server = (this.server = new grpc.Server({ 'grpc.max_receive_message_length': 32 << 20 }));
    server.addService(services.StreamsService as never, { ...appendCalls(this), ...readCalls(this) });
    server.addService(features.ServerFeaturesService as never, { getSupportedMethods: supportedMethods });
    const { tls } = this.options;
    const credentials = tls
      ? grpc.ServerCredentials.createSsl(null, [{ cert_chain: tls.certificate, private_key: tls.key }])
      : grpc.ServerCredentials.createInsecure();
    this.port = await new Promise<number>((resolve, reject) =>
      server.bindAsync(`localhost:${this.port}`, credentials, (error, port) => (error ? reject(error) : resolve(port))),
    );
    return this;
  }

  /** Ends the server as kill -9 would; its data stays for the next start. */
  stop(): void {
    this.server?.forceShutdown();
    this.server = null;
    this.subscriptions.clear();
  }

  dropSubscriptions(): void {
    for (const drop of this.subscriptions) drop(callError(grpc.status.UNAVAILABLE, null));
  }

  /** Null if the caller may do this to a stream, otherwise the error. */
  refusal(
    metadata: grpc.Metadata,
    right: '$r' | '$w' | '$d' | '$mw',
    stream: string,
  ): Partial<grpc.StatusObject> | null {
    if (this.leader && (right !== '$r' || metadata.get('requires-leader')[0] === 'true'))
      return callError(grpc.status.NOT_FOUND, 'not-leader', {
        'leader-endpoint-host': 'localhost',
        'leader-endpoint-port': String(this.leader.port),
      });
    const users = this.options.tls?.users;
    if (!users) return null;
    const basic = String(metadata.get('authorization')[0] ?? '').replace(/^Basic /, '');
    const [name, password] = Buffer.from(basic, 'base64').toString().split(':') as [string, string];
    if (users[name]?.password !== password) return callError(grpc.status.UNAUTHENTICATED, null);
    const acl = (this.streams.metadata(stream).$acl ?? {}) as Record<string, string | string[]>;
    const allowed = acl[right] === undefined ? ['$all'] : [acl[right]].flat();
    const mine = ['$all', name, ...users[name]!.groups];
    const may = users[name]!.groups.includes('$admins') || allowed.some((each) => mine.includes(each));
    return may ? null : callError(grpc.status.PERMISSION_DENIED, 'access-denied');
  }
}

function supportedMethods(_: unknown, answer: grpc.sendUnaryData<Features.SupportedMethods>): void {
  const methods = new Features.SupportedMethods();
  methods.setEventStoreServerVersion('24.10.0');
  for (const name of ['read', 'append', 'batchappend']) {
    const method = new Features.SupportedMethod();
    method.setServiceName('event_store.client.streams.streams');
    method.setMethodName(name);
    methods.addMethods(method);
  }
  answer(null, methods);
}
