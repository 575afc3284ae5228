import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../../docs/monitoring/alerts.yml', import.meta.url));

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** The forms of the rules in alerts.yml. The whole language is checked by promtool, if installed. */
const THRESHOLD = /^(?:(max|min)(?: by \((\w+)\))? ?\()?(abs\()?(\w+)(\{[^}]*\})?\)* (>|<|==) ([\d.* ]+)$/;
const STANDSTILL = /^max\(changes\((\w+)\[\w+\]\)\) == 0$/;
const SHARE = /^sum\(rate\((\w+)(\{[^}]*\})\[\w+\]\)\) \/ sum\(rate\((\w+)\[\w+\]\)\) > ([\d.]+)$/;
const QUANTILE = /^histogram_quantile\(([\d.]+), sum by \(le\) \(rate\((\w+)(\{[^}]*\})?\[\w+\]\)\)\) > ([\d.]+)$/;

/** The rule of each alert, by name. */
export function alertRules(): Map<string, string> {
  const rules = readFileSync(FILE, 'utf8').matchAll(/- alert: (\w+)\n +expr: (.+)/g);
  return new Map([...rules].map(([, name, expr]) => [name!, expr!]));
}

/**
 * Whether the alert's expression holds for these metrics. If it holds for as long as the rule says, the alert fires.
 * @param now the answer of `/metrics`
 * @param before an earlier answer, for rules about changes
 */
export function holds(alert: string, now: string, before = ''): boolean {
  const expr = alertRules().get(alert);
  if (!expr) throw new Error(`alerts.yml has no ${alert}`);
  const [later, earlier] = [samplesIn(now), samplesIn(before)];
  const grown = (name: string, selector?: string) =>
    select(later, name, selector).map((sample) => ({
      ...sample,
      value: sample.value - (earlier.find(isSame(sample))?.value ?? 0),
    }));

  const threshold = THRESHOLD.exec(expr);
  if (threshold) {
    const [, , , absolute, name, selector, sign, limit] = threshold;
    const bound = limit!.split('*').reduce((product, factor) => product * Number(factor), 1);
    // There is one instance, so each group has one series, or the rule takes the greatest value.
    const values = select(later, name!, selector).map(({ value }) => (absolute ? Math.abs(value) : value));
    return values.some((value) => (sign === '>' ? value > bound : sign === '<' ? value < bound : value === bound));
  }
  const standstill = STANDSTILL.exec(expr);
  if (standstill) return grown(standstill[1]!).every(({ value }) => value === 0);
  const share = SHARE.exec(expr);
  if (share) {
    const [, part, selector, whole, limit] = share;
    return sum(grown(part!, selector)) / sum(grown(whole!)) > Number(limit);
  }
  const quantile = QUANTILE.exec(expr);
  if (!quantile) throw new Error(`${alert} has a form that this test cannot read: ${expr}`);
  const [, q, buckets, selector, limit] = quantile;
  const upTo = (le: string) => sum(grown(buckets!, selector).filter(({ labels }) => labels.le === le));
  // The quantile is above the limit if too few observations are within the limit.
  return upTo(limit!) < Number(q) * upTo('+Inf');
}

const sum = (samples: readonly Sample[]): number => samples.reduce((total, { value }) => total + value, 0);

const isSame =
  (one: Sample) =>
  (other: Sample): boolean =>
    one.name === other.name && JSON.stringify(one.labels) === JSON.stringify(other.labels);

function samplesIn(text: string): Sample[] {
  const lines = text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm);
  return [...lines].map(([, name, labels, value]) => ({ name: name!, labels: pairs(labels), value: Number(value) }));
}

const pairs = (text = ''): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label!, value!]));

function select(samples: readonly Sample[], name: string, selector = ''): Sample[] {
  const conditions = [...selector.matchAll(/(\w+)(=~|!~|!=|=)"([^"]*)"/g)];
  return samples.filter(
    (sample) =>
      sample.name === name &&
      conditions.every(([, label, how, value]) => {
        const there = sample.labels[label!] ?? '';
        const fits = how!.includes('~') ? new RegExp(`^(?:${value})$`).test(there) : there === value;
        return fits !== how!.startsWith('!');
      }),
  );
}
