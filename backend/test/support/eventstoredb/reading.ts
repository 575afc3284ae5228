import type Streams from '@eventstore/db-client/generated/streams_pb.js';
import grpc from '@grpc/grpc-js';
import { callError, confirmation, eventMessage, nameOf, notFound } from './messages.js';
import type { EventStoreStandIn } from './stand-in.js';
import type { Kept } from './streams.js';

const META = /^\$\$/;
const BACKWARDS = 1;

type ReadCall = grpc.ServerWritableStream<Streams.ReadReq, Streams.ReadResp>;

export function readCalls(server: EventStoreStandIn) {
  function subscribe(call: ReadCall, stream: string, from: number | 'end'): void {
    call.write(confirmation());
    const send = (name: string, events: readonly Kept[]) => {
      if (name === stream) for (const event of events) call.write(eventMessage(stream, event));
    };
    const there = server.streams.readable(stream);
    // The client has seen the event at this revision already: a subscription begins after it.
    if (from !== 'end' && Array.isArray(there))
      send(
        stream,
        there.filter(({ revision }) => revision > from),
      );
    const end = (error: Partial<grpc.StatusObject> | null) => {
      server.streams.onWritten.delete(send);
      server.subscriptions.delete(end);
      if (error) call.emit('error', error);
    };
    server.streams.onWritten.add(send);
    server.subscriptions.add(end);
    call.on('cancelled', () => end(null)).on('close', () => end(null));
  }

  return {
    async read(call: ReadCall) {
      const options = call.request.getOptions()!;
      const place = options.getStream()!;
      const stream = nameOf(place.getStreamIdentifier());
      const kind = options.hasSubscription() ? 'subscribe' : 'read';
      server.calls[kind]++;
      const fault = server.fault(kind);
      if (fault === 'away' || fault === 'lost')
        return void call.emit('error', callError(grpc.status.UNAVAILABLE, null));
      if (fault) return;
      const refused = server.refusal(call.metadata, '$r', stream.replace(META, ''));
      if (refused) return void call.emit('error', refused);
      const revision = place.hasRevision() ? Number(place.getRevision()) : place.hasEnd() ? 'end' : -1;
      if (kind === 'subscribe') return subscribe(call, stream, revision);

      const there = server.streams.readable(stream);
      if (there === 'deleted')
        return void call.emit(
          'error',
          callError(grpc.status.FAILED_PRECONDITION, 'stream-deleted', { 'stream-name': stream }),
        );
      if (there === null) {
        call.write(notFound(stream));
        return void call.end();
      }
      const count = Number(options.getCount());
      const first = there[0]?.revision ?? 0;
      const chosen =
        options.getReadDirection() === BACKWARDS
          ? there
              .slice(revision === 'end' ? 0 : undefined, revision === 'end' ? undefined : Number(revision) - first + 1)
              .slice(-count)
              .reverse()
          : there.slice(revision === 'end' ? there.length : Math.max(0, revision - first)).slice(0, count);
      for (const event of chosen) {
        if (call.cancelled) return;
        if (!call.write(eventMessage(stream, event))) await drained(call);
      }
      call.end();
    },
  };
}

function drained(call: ReadCall): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      call.off('drain', done).off('cancelled', done);
      resolve();
    };
    call.once('drain', done).once('cancelled', done);
  });
}
