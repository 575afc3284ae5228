import { describe, expect, it } from '@jest/globals';
import { EVENT_CATALOGUE } from '@tknest/contracts/events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { eventSentence } from './event-sentence';

/** Every event in its stored form, in its newest version. */
const FOLDER = path.resolve('contracts/test/golden-events');
const stored = readdirSync(FOLDER)
  .map(
    (file) =>
      JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as {
        type: string;
        version: number;
        data: Record<string, unknown>;
      },
  )
  .filter(({ type, version }) => EVENT_CATALOGUE[type as keyof typeof EVENT_CATALOGUE] === version);

describe('the sentence of an event', () => {
  it('is there for every event of the catalogue', () =>
    expect(stored.map(({ type }) => type).sort()).toEqual(Object.keys(EVENT_CATALOGUE).sort()));
  it.each(stored.map((event) => [event.type, event] as const))(
    'says what happened, with what is stored: %s',
    (_, event) => {
      const sentence = eventSentence(event);
      expect(sentence).toMatch(/\S.*[.!?)\w]$/);
      expect(sentence).not.toMatch(/undefined|null|NaN|\[object/);
    },
  );
});
