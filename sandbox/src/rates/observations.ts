import { DurableMap } from '../shared/durable-map.js';
import { SAMPLE_OBSERVATIONS } from './sample-observations.js';

export interface Observation {
  date: string;
  /** Percent as text; "." if there is no value. */
  value: string;
}

/** The series: the bundled sample, and what was added since. */
export class Observations {
  private constructor(private readonly added: DurableMap<Observation & { series: string }>) {}

  static async open(file?: string): Promise<Observations> {
    return new Observations(await DurableMap.open(file));
  }

  /** Oldest first; undefined for an unknown series. A later observation of the same day replaces an earlier one. */
  of(series: string): Observation[] | undefined {
    const byDate = new Map((SAMPLE_OBSERVATIONS[series] ?? []).map(([date, value]) => [date, value]));
    for (const each of this.added.values()) if (each.series === series) byDate.set(each.date, each.value);
    if (byDate.size === 0) return undefined;
    return [...byDate].map(([date, value]) => ({ date, value })).sort((a, b) => (a.date < b.date ? -1 : 1));
  }

  add(series: string, observation: Observation): Promise<void> {
    return this.added.set(`${series} ${observation.date}`, { series, ...observation });
  }

  close(): Promise<void> {
    return this.added.close();
  }
}
