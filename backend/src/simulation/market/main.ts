import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { tenths } from '@tknest/contracts/money';
import { POINTS } from '#features/recommendations/module.public.js';
import type { RecordedEvent } from '#platform/event-store/event-store.js';
import { choicesIn, type Choice } from './choices.js';
import { bestMatchFirst, calibrationOf, fitPoints, hitRate, mostFundedFirst, newestFirst } from './fit.js';
import { marketHistory } from './market-history.js';

/**
 * `npm run measure-recommendations -- [log.jsonl]`: measures how well matches predict the log's own purchases, and fits
 * the points to the first 60 % of the log, tested on the rest. The file is the response of GET /api/audit/events.jsonl;
 * without one, a generated market is used.
 */
const [file] = process.argv.slice(2);
const TRAINED = 0.6;
const SEED = 7;
const say = (line = '') => void process.stdout.write(`${line}\n`);
const percent = (share: number) => `${tenths(BigInt(Math.round(share * 1000)))} %`.padStart(8);

const choices = file ? choicesIn(await linesOf(file)) : generated();
const split = Math.floor(choices.length * TRAINED);
const [before, after] = [choices.slice(0, split), choices.slice(split)];
say(`${choices.length} purchases, the last ${after.length} of them held out`);
const fitted = fitPoints(before);
tell('points in use', POINTS);
tell('points fitted to the first part', fitted);
say();
say(JSON.stringify(fitted, null, 2));

function generated(): Choice[] {
  const { events, profiles } = marketHistory(SEED);
  return choicesIn(events, profiles);
}

async function linesOf(path: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const line of createInterface(createReadStream(path)))
    if (line.trim()) events.push(JSON.parse(line) as RecordedEvent);
  return events;
}

function tell(what: string, points: typeof POINTS): void {
  const { error, bins } = calibrationOf(after, points);
  say(`\n${what}: calibration error ${percent(error)}`);
  for (const bin of bins)
    say(
      `  from ${String(bin.from).padStart(2)} %: said ${percent(bin.said)}, bought ${percent(bin.happened)} of ${bin.cases}`,
    );
  for (const k of [1, 3, 5, 10])
    say(
      `  among the first ${k}: match ${percent(hitRate(after, k, bestMatchFirst(points)))}, newest ${percent(hitRate(after, k, newestFirst))}, most funded ${percent(hitRate(after, k, mostFundedFirst))}`,
    );
}
