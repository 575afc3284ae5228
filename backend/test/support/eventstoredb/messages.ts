import Streams from '@eventstore/db-client/generated/streams_pb.js';
import Shared from '@eventstore/db-client/generated/shared_pb.js';
import Status from '@eventstore/db-client/generated/status_pb.js';
import grpc from '@grpc/grpc-js';
import Any from 'google-protobuf/google/protobuf/any_pb.js';
import Empty from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Expected, Kept, Proposed, Written } from './streams.js';

const TICKS_PER_MS = 10_000n;

export const nameOf = (identifier: Shared.StreamIdentifier | undefined): string =>
  Buffer.from(identifier!.getStreamName_asU8()).toString();

function identifier(stream: string): Shared.StreamIdentifier {
  const message = new Shared.StreamIdentifier();
  message.setStreamName(Buffer.from(stream).toString('base64'));
  return message;
}

type Message = Streams.AppendReq.ProposedMessage | Streams.BatchAppendReq.ProposedMessage;

export function proposed(message: Message): Proposed {
  return {
    id: message.getId()!.getString(),
    type: message.getMetadataMap().get('type')!,
    contentType: message.getMetadataMap().get('content-type')!,
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function expectedOf(options: Streams.AppendReq.Options | Streams.BatchAppendReq.Options): Expected {
  if (options.hasNoStream()) return 'none';
  if (options.hasStreamExists()) return 'exists';
  if (options.hasAny()) return 'any';
  return Number('getRevision' in options ? options.getRevision() : options.getStreamPosition());
}

export function eventMessage(stream: string, event: Kept): Streams.ReadResp {
  const recorded = new Streams.ReadResp.ReadEvent.RecordedEvent();
  const id = new Shared.UUID();
  id.setString(event.id);
  recorded.setId(id);
  recorded.setStreamIdentifier(identifier(stream));
  recorded.setStreamRevision(String(event.revision));
  recorded.setPreparePosition(String(event.revision));
  recorded.setCommitPosition(String(event.revision));
  recorded
    .getMetadataMap()
    .set('type', event.type)
    .set('created', String(BigInt(event.created) * TICKS_PER_MS))
    .set('content-type', event.contentType);
  recorded.setData(event.data);
  recorded.setCustomMetadata(event.metadata);
  const read = new Streams.ReadResp.ReadEvent();
  read.setEvent(recorded);
  const answer = new Streams.ReadResp();
  answer.setEvent(read);
  return answer;
}

export function notFound(stream: string): Streams.ReadResp {
  const missing = new Streams.ReadResp.StreamNotFound();
  missing.setStreamIdentifier(identifier(stream));
  const answer = new Streams.ReadResp();
  answer.setStreamNotFound(missing);
  return answer;
}

export function confirmation(): Streams.ReadResp {
  const confirmed = new Streams.ReadResp.SubscriptionConfirmation();
  confirmed.setSubscriptionId('subscription');
  const answer = new Streams.ReadResp();
  answer.setConfirmation(confirmed);
  return answer;
}

/** The answer of `append`; a refusal without a message in the protocol becomes an error of the call. */
export function appendAnswer(expected: Expected, written: Exclude<Written, string>): Streams.AppendResp {
  const answer = new Streams.AppendResp();
  if ('revision' in written) {
    const success = new Streams.AppendResp.Success();
    success.setCurrentRevision(String(written.revision));
    answer.setSuccess(success);
    return answer;
  }
  const wrong = new Streams.AppendResp.WrongExpectedVersion();
  if (written.wrong === null) wrong.setCurrentNoStream(new Shared.Empty());
  else wrong.setCurrentRevision(String(written.wrong));
  if (typeof expected === 'number') wrong.setExpectedRevision(String(expected));
  else wrong.setExpectedNoStream(new Shared.Empty());
  answer.setWrongExpectedVersion(wrong);
  return answer;
}

/** The answer of `batchAppend`, which puts every refusal into a message. */
export function batchAnswer(correlation: Shared.UUID, stream: string, written: Written): Streams.BatchAppendResp {
  const answer = new Streams.BatchAppendResp();
  answer.setCorrelationId(correlation);
  answer.setStreamIdentifier(identifier(stream));
  if (typeof written === 'object' && 'revision' in written) {
    const success = new Streams.BatchAppendResp.Success();
    success.setCurrentRevision(String(written.revision));
    answer.setSuccess(success);
    return answer;
  }
  const [name, details] = refusal(written);
  const any = new Any.Any();
  any.pack(details.serializeBinary(), `event_store.client.${name}`);
  const status = new Status.Status();
  status.setMessage(name);
  status.setDetails(any);
  answer.setError(status);
  return answer;
}

function refusal(written: Exclude<Written, { revision: number }>): [string, { serializeBinary(): Uint8Array }] {
  if (written === 'deleted') return ['StreamDeleted', new Shared.StreamDeleted()];
  if (written === 'too-large') {
    const details = new Shared.MaximumAppendSizeExceeded();
    details.setMaxappendsize(1 << 20);
    return ['MaximumAppendSizeExceeded', details];
  }
  const details = new Shared.WrongExpectedVersion();
  if (written.wrong === null) details.setCurrentNoStream(new Empty.Empty());
  else details.setCurrentStreamRevision(String(written.wrong));
  return ['WrongExpectedVersion', details];
}

/** An error of the call as the server names it: the client reads the name from the trailers. */
export function callError(
  code: grpc.status,
  exception: string | null,
  trailers: Record<string, string> = {},
): Partial<grpc.StatusObject> {
  const metadata = new grpc.Metadata();
  if (exception) metadata.set('exception', exception);
  for (const [name, value] of Object.entries(trailers)) metadata.set(name, value);
  return { code, details: exception ?? grpc.status[code], metadata };
}
