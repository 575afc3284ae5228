import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { Refused } from '../../../../platform/domain/refused.js';
import { ReadModels } from '../../../../platform/projections/read-models.js';

/** Streams that one person, or one address without a session, may hold open on an instance. */
export const STREAMS_MAX = 20;
/** Streams that all people together may hold open on an instance: each is a connection and a timer. */
export const STREAMS_TOTAL_MAX = 5_000;
const HEARTBEAT_MS = 15_000;
/** Changes of a burst are told together. */
const GATHER_MS = 50;
/** A client that takes nothing for so many heartbeats is gone. */
const SILENT_BEATS_MAX = 2;

/** Which read models have changed, told to whoever listens. No rows travel here; who is interested asks again. */
@Injectable()
export class LiveFeed {
  private readonly open = new Map<string, number>();
  private total = 0;

  constructor(private readonly readModels: ReadModels) {}

  /** @throws Refused where the person (429), or all of them together (503), hold as many streams as they may */
  stream(person: string, response: Response): void {
    const held = this.open.get(person) ?? 0;
    if (held >= STREAMS_MAX)
      throw new Refused('too-many', `At most ${STREAMS_MAX} live feeds can be open. Please close another page first.`);
    if (this.total >= STREAMS_TOTAL_MAX)
      throw new Refused('unavailable', 'Too many live feeds are open. Pages refresh less often until others close.');
    this.open.set(person, held + 1);
    this.total++;
    response.set({
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-cache, no-transform',
      'X-Accel-Buffering': 'no',
    });
    const stop = follow(response, this.readModels);
    response.once('close', () => {
      stop();
      this.total--;
      const left = this.open.get(person)! - 1;
      if (left > 0) this.open.set(person, left);
      else this.open.delete(person);
    });
  }
}

/**
 * Writes only while the client takes what was written: what changes meanwhile is gathered into one message, so a slow
 * client costs a set of names and no more. @returns how to stop
 */
function follow(response: Response, { changes }: ReadModels): () => void {
  const changed = new Set<string>();
  let gathering: NodeJS.Timeout | null = null;
  let taken = true;
  let silentBeats = 0;
  const write = (text: string) => {
    taken = response.write(text);
  };
  const tell = () => {
    gathering = null;
    if (!taken || changed.size === 0) return;
    write(`event: changed\ndata: ${JSON.stringify({ readModels: [...changed] })}\n\n`);
    changed.clear();
  };
  const listen = (name: string) => {
    changed.add(name);
    gathering ??= setTimeout(tell, GATHER_MS);
  };
  const heartbeat = setInterval(() => {
    if (taken) return write(': still here\n\n');
    if (++silentBeats >= SILENT_BEATS_MAX) response.destroy();
  }, HEARTBEAT_MS);
  response.on('drain', () => {
    [taken, silentBeats] = [true, 0];
    tell();
  });
  write('retry: 2000\nevent: hello\ndata: {}\n\n');
  changes.on('changed', listen);
  return () => {
    changes.off('changed', listen);
    clearInterval(heartbeat);
    if (gathering) clearTimeout(gathering);
  };
}
