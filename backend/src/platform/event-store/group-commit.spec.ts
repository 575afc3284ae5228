import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { wasRefused } from '../database/connection-loss.js';
import { CommandReused, WrongExpectedRevision, START } from './event-store.js';
import { GroupCommit, type AppendBatch, type Verdict } from './group-commit.js';
import { appendPatiently } from './postgres/append-batch.js';
import { prepare, type PreparedCommand } from './prepare.js';
import { context, event, pause } from '#test/event-store/adapter.js';

const command = (name: string, commandId = name): PreparedCommand =>
  prepare([{ stream: `thing-${name}`, expected: 'none', events: [event()] }], context(commandId));
const ok: Verdict = { ok: { position: START, revisions: {}, duplicate: false, result: null } };
const lost = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

function recorded(appendBatch: (ids: string[], flight: number) => Promise<Verdict[]>) {
  const flights: string[][] = [];
  const send: AppendBatch = async (batch) => {
    const ids = batch.map(({ id }) => id);
    flights.push(ids);
    await pause(1);
    return appendBatch(ids, flights.length);
  };
  return { flights, commits: new GroupCommit(appendPatiently(send), { bytesMax: 4 << 20, wasRefused }) };
}

describe('group commit', () => {
  it('takes together what is appended together, and what waits while a batch is under way', async () => {
    const { flights, commits } = recorded(async (ids) => ids.map(() => ok));
    const first = [commits.append(command('a')), commits.append(command('b'))];
    await pause(0);
    await Promise.all([...first, commits.append(command('c')), commits.append(command('d'))]);
    expect(flights).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('gives each command its own verdict', async () => {
    const { commits } = recorded(async (ids) =>
      ids.map((id) =>
        id === 'b'
          ? { error: new WrongExpectedRevision('thing-b', 'none', 3) }
          : id === 'c'
            ? { error: new CommandReused('c') }
            : ok,
      ),
    );
    const results = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => commits.append(command(name))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
  });

  it('sends a command that stands there twice in two flights', async () => {
    const { flights, commits } = recorded(async (ids) => ids.map(() => ok));
    await Promise.all([commits.append(command('a')), commits.append(command('b', 'a')), commits.append(command('c'))]);
    expect(flights).toEqual([['a'], ['a', 'c']]);
  });

  it('bounds a batch by number and by size', async () => {
    const { flights, commits } = recorded(async (ids) => ids.map(() => ok));
    const huge = () => ({ ...command('huge', crypto.randomUUID()), size: 3 << 20 });
    await Promise.all([
      ...Array.from({ length: 300 }, (_, n) => commits.append(command(`${n}`))),
      commits.append(huge()),
      commits.append(huge()),
    ]);
    expect(flights.map(({ length }) => length)).toEqual([256, 45, 1]);
  });

  it('one command that the database will not take does not fail its neighbors', async () => {
    const { flights, commits } = recorded(async (ids) => {
      if (ids.includes('bad'))
        throw Object.assign(new Error('invalid byte sequence'), { code: '22021', severity: 'ERROR' });
      return ids.map(() => ok);
    });
    const results = await Promise.allSettled(['a', 'bad', 'c'].map((name) => commits.append(command(name))));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(flights).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
  });

  it('sends nothing again where it is not known to be undone: what was written would come back as a repetition', async () => {
    const { flights, commits } = recorded(async () => {
      throw new TypeError('our own mistake, after the commit');
    });
    const results = await Promise.allSettled(['a', 'b'].map((name) => commits.append(command(name))));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(flights).toHaveLength(1);
  });

  it('sends a batch again when the connection was lost, since that is harmless', async () => {
    const { flights, commits } = recorded(async (ids, flight) => {
      if (flight < 3) throw lost();
      return ids.map(() => ok);
    });
    await Promise.all([commits.append(command('a')), commits.append(command('b'))]);
    expect(flights).toEqual([
      ['a', 'b'],
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('gives up after a few lost connections, tells everybody, and works again afterwards', async () => {
    let down = true;
    const { flights, commits } = recorded(async (ids) => {
      if (down) throw lost();
      return ids.map(() => ok);
    });
    const results = await Promise.allSettled([commits.append(command('a')), commits.append(command('b'))]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(flights).toHaveLength(5);
    down = false;
    await commits.append(command('c'));
  });
});

describe('two flights at once', () => {
  /** Batches that end when the test says so; `most` is the largest number in flight at once. */
  function controlled() {
    const under: { commands: readonly PreparedCommand[]; land: () => void }[] = [];
    const told = { most: 0 };
    const commits = new GroupCommit(
      (batch) =>
        new Promise((resolve) => {
          under.push({ commands: batch, land: () => resolve(batch.map(() => ok)) });
          told.most = Math.max(told.most, under.length);
        }),
      { bytesMax: 4 << 20, flights: 2 },
    );
    const land = async (index: number) => {
      under.splice(index, 1)[0]!.land();
      await pause(0);
    };
    return { commits, under, told, land };
  }
  const sizes = (under: { commands: readonly unknown[] }[]) => under.map(({ commands }) => commands.length);
  const many = (count: number, from = 0) => Array.from({ length: count }, (_, n) => command(`${from + n}`));

  it('share what waits, and no third one leaves', async () => {
    const { commits, under, land } = controlled();
    const first = many(40).map((one) => commits.append(one));
    await pause(0);
    expect(sizes(under)).toEqual([20, 20]);
    const second = many(40, 40).map((one) => commits.append(one));
    await pause(0);
    expect(sizes(under)).toEqual([20, 20]);
    await land(1);
    expect(sizes(under)).toEqual([20, 30]);
    await land(0);
    await land(0);
    await land(0);
    await Promise.all([...first, ...second]);
  });

  it('are not worth it for a few', async () => {
    const { commits, under, land } = controlled();
    const first = commits.append(command('first'));
    await pause(0);
    const few = many(15).map((one) => commits.append(one));
    await pause(0);
    expect(sizes(under)).toEqual([1]);
    await land(0);
    expect(sizes(under)).toEqual([15]);
    await land(0);
    await Promise.all([first, ...few]);
  });

  it('leave nobody behind: as many as do not fill two travel in one', async () => {
    const { commits, under, land } = controlled();
    for (const [waiting, flights] of [
      [17, [17]],
      [31, [31]],
      [32, [16, 16]],
    ] as const) {
      const all = many(waiting, 100 * waiting).map((one) => commits.append(one));
      await pause(0);
      expect(sizes(under)).toEqual(flights);
      while (under.length > 0) await land(0);
      await Promise.all(all);
    }
  });

  it('never hold the same stream or the same command, keep the order of each stream, and answer each once', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ stream: fc.nat(30), id: fc.option(fc.nat(40)) }), { minLength: 30, maxLength: 120 }),
        fc.infiniteStream(fc.nat(1)),
        fc.integer({ min: 1, max: 60 }),
        async (appends, choices, burst) => {
          const { commits, under, told, land } = controlled();
          const answered: number[] = [];
          const landed: PreparedCommand[] = [];
          const all = appends.map(({ stream, id }, n) =>
            command(`${stream}`, id === null ? `own-${n}` : `shared-${id}`),
          );
          const nth = new Map(all.map((one, n) => [one, n]));
          const settled: Promise<void>[] = [];
          for (let n = 0; n < all.length || under.length > 0;) {
            for (const one of all.slice(n, n + burst))
              settled.push(commits.append(one).then(() => void answered.push(nth.get(one)!)));
            n += burst;
            await pause(0);
            const [a, b] = under.map(({ commands }) => commands);
            const shared = (of: (one: PreparedCommand) => string) =>
              a!.map(of).filter((key) => b!.map(of).includes(key));
            if (a && b) expect([...shared(({ id }) => id), ...shared((one) => one.writes[0]!.stream)]).toEqual([]);
            const next = Math.min(choices.next().value!, under.length - 1);
            landed.push(...under[next]!.commands);
            await land(next);
          }
          await Promise.all(settled);
          expect(told.most).toBeLessThanOrEqual(2);
          expect(answered.sort((x, y) => x - y)).toEqual(all.map((_, n) => n));
          for (const stream of new Set(landed.map((one) => one.writes[0]!.stream))) {
            const order = landed.filter((one) => one.writes[0]!.stream === stream).map((one) => nth.get(one)!);
            expect(order).toEqual([...order].sort((x, y) => x - y));
          }
        },
      ),
      { numRuns: 60 },
    ));
});
