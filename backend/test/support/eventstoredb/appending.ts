import type Streams from '@eventstore/db-client/generated/streams_pb.js';
import grpc from '@grpc/grpc-js';
import { appendAnswer, batchAnswer, callError, expectedOf, nameOf, proposed } from './messages.js';
import type { EventStoreStandIn } from './stand-in.js';
import type { Expected, Proposed, Written } from './streams.js';

const AWAY = callError(grpc.status.UNAVAILABLE, null);
const META = /^\$\$/;

/** Both ways in which a client appends: a call of its own for each, or one stream for all. */
export function appendCalls(server: EventStoreStandIn) {
  /** @returns null if no answer is sent */
  async function append(
    call: 'append' | 'batchAppend',
    metadata: grpc.Metadata,
    stream: string,
    expected: Expected,
    events: Proposed[],
  ): Promise<Written | { error: Partial<grpc.StatusObject> } | null> {
    server.calls[call]++;
    const fault = server.fault(call);
    if (fault === 'away') return { error: AWAY };
    if (fault === 'silent') return null;
    await server.beforeAppend?.();
    const refused = server.refusal(metadata, META.test(stream) ? '$mw' : '$w', stream.replace(META, ''));
    if (refused) return { error: refused };
    const written = server.streams.append(stream, expected, events);
    if (fault === 'lost') return { error: AWAY };
    return fault === 'silent-done' ? null : written;
  }

  return {
    append(
      call: grpc.ServerReadableStream<Streams.AppendReq, Streams.AppendResp>,
      answer: grpc.sendUnaryData<Streams.AppendResp>,
    ) {
      let options: Streams.AppendReq.Options | undefined;
      const events: Proposed[] = [];
      call.on('data', (request: Streams.AppendReq) => {
        if (request.hasOptions()) options = request.getOptions();
        else events.push(proposed(request.getProposedMessage()!));
      });
      const answerAll = async () => {
        // A canceled call shows only after its end. Its events are incomplete, and a real server writes all or none.
        await new Promise((resolve) => setImmediate(resolve));
        if (call.cancelled) return;
        const [stream, expected] = [nameOf(options!.getStreamIdentifier()), expectedOf(options!)];
        const done = await append('append', call.metadata, stream, expected, events);
        if (done === null) return;
        if (done === 'deleted')
          answer(callError(grpc.status.FAILED_PRECONDITION, 'stream-deleted', { 'stream-name': stream }));
        else if (done === 'too-large')
          answer(
            callError(grpc.status.INVALID_ARGUMENT, 'maximum-append-size-exceeded', {
              'maximum-append-size': String(server.streams.appendBytesMax),
            }),
          );
        else if ('error' in done) answer(done.error);
        else answer(null, appendAnswer(expected, done));
      };
      call.on('end', () => void answerAll());
    },

    batchAppend(call: grpc.ServerDuplexStream<Streams.BatchAppendReq, Streams.BatchAppendResp>) {
      const open = new Map<string, { stream: string; expected: Expected; events: Proposed[] }>();
      const take = async (request: Streams.BatchAppendReq) => {
        const correlation = request.getCorrelationId()!;
        const options = request.getOptions();
        if (options)
          open.set(correlation.getString(), {
            stream: nameOf(options.getStreamIdentifier()),
            expected: expectedOf(options),
            events: [],
          });
        const { stream, expected, events } = open.get(correlation.getString())!;
        events.push(...request.getProposedMessagesList().map(proposed));
        if (!request.getIsFinal()) return;
        const done = await append('batchAppend', call.metadata, stream, expected, events);
        if (done === null) return;
        if (typeof done === 'object' && 'error' in done) call.emit('error', done.error);
        else call.write(batchAnswer(correlation, stream, done));
      };
      call.on('data', (request: Streams.BatchAppendReq) => void take(request));
      call.on('end', () => call.end());
    },
  };
}
