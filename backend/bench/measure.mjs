// Shared by the benchmarks of the event stores: calls in turns, percentiles, a table.
const TURN_SECONDS = 0.25;

/**
 * Runs each call for this many seconds in total, in short turns, so that other load on the machine affects all of them
 * equally.
 */
export async function inTurns(callers, calls, seconds) {
  const measured = calls.map(() => ({ taken: [], seconds: 0 }));
  for (let turn = 0; turn < seconds / TURN_SECONDS; turn++) {
    for (const [index, call] of calls.entries()) {
      const turned = await load(callers, call, TURN_SECONDS);
      measured[index].taken.push(...turned.taken);
      measured[index].seconds += turned.seconds;
    }
  }
  return measured.map(({ taken, seconds }) => ({ perSecond: taken.length / seconds, ...percentiles(taken) }));
}

/** Runs this many callers, each of which makes its next call after the response to the last one. */
export async function load(callers, call, seconds) {
  const taken = [];
  const began = performance.now();
  const until = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < until) {
        const sent = performance.now();
        await call();
        taken.push(performance.now() - sent);
      }
    }),
  );
  return { taken, seconds: (performance.now() - began) / 1000 };
}

export function percentiles(taken) {
  const sorted = taken.sort((a, b) => a - b);
  return { p50: sorted[Math.floor(sorted.length * 0.5)], p99: sorted[Math.floor(sorted.length * 0.99)] };
}

export function fixed(number, digits = 2) {
  return number.toFixed(digits);
}

export function print(head, rows) {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((cells) => String(cells[column] ?? '').length)),
  );
  const line = (cells) =>
    cells
      .map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column])))
      .join('  ');
  process.stdout.write(`\n${[line(head), ...rows.map(line)].join('\n')}\n`);
}
