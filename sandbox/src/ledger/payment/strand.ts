import { isMalformed, type ResultName } from '../engine/results.js';
import { type Issue, issueText, isXrpIssue, XRP } from '../state/issue.js';
import type { EntryReader } from '../state/overlay.js';
import { readLine } from '../state/trust-lines.js';
import { BookStep } from './book-step.js';
import { DirectStep } from './direct-step.js';
import type { FlowRules } from './flow-rules.js';
import { nodesOf, type Path, type AccountNode, type ExchangeNode, type PathNode, sourceIssue } from './path-nodes.js';
import type { Step } from './step.js';
import { bookFault, directFault, endpointFault, Seen } from './step-checks.js';
import { XrpEndpointStep } from './xrp-endpoint-step.js';

export type Strand = readonly Step[];

/** A path of a payment, or why it cannot be used. */
export type StrandOrFault = { strand: Strand } | { fault: ResultName };

const isExchange = (node: PathNode): node is ExchangeNode => node.account === undefined;

/** The steps along a path; the empty one is the default path (rippled: toStrand). */
export function makeStrand(view: EntryReader, rules: FlowRules, path: Path): StrandOrFault {
  const nodes = nodesOf(rules, path);
  if (!nodes) return { fault: 'temBAD_PATH' };
  const builder = new StrandBuilder(view, rules, path.length === 0);
  let issue = sourceIssue(rules);
  for (let i = 0; i + 1 < nodes.length; i++) {
    const [node, next] = [nodes[i]!, nodes[i + 1]!];
    issue = issueAt(node, issue);
    const fault = builder.add(node, next, issue, i + 2 === nodes.length);
    if (fault) return { fault };
  }
  return builder.steps.length ? { strand: builder.steps } : { fault: 'temRIPPLE_EMPTY' };
}

/** What is held at a node: its currency where it names one, of the account or issuer it names. */
function issueAt(node: PathNode, before: Issue): Issue {
  const currency = node.currency ?? before.currency;
  return currency === 'XRP' ? XRP : { currency, issuer: node.account ?? node.issuer ?? before.issuer };
}

class StrandBuilder {
  readonly steps: Step[] = [];
  private readonly seen = new Seen();

  constructor(
    private readonly view: EntryReader,
    private readonly rules: FlowRules,
    private readonly isDefaultPath: boolean,
  ) {}

  /** The step from one node to the next (rippled: toStep). */
  add(node: PathNode, next: PathNode, issue: Issue, isLast: boolean): ResultName | undefined {
    if (isExchange(node)) return isExchange(next) ? this.exchange(issue, next) : this.leave(issue, next, isLast);
    if (this.steps.length === 0 && node.currency === 'XRP') return this.endpoint(node.account, false);
    if (isExchange(next)) return this.exchange(issue, next);
    if (isLast && isXrpIssue(issue)) return this.endpoint(next.account, true);
    return this.direct(node.account, next.account, issue.currency, isLast);
  }

  /** From an exchange to an account: nothing, if that account issues what was exchanged into. */
  private leave(issue: Issue, next: AccountNode, isLast: boolean): ResultName | undefined {
    if (issue.issuer === next.account) return undefined;
    if (!isXrpIssue(issue)) return this.direct(issue.issuer, next.account, issue.currency, false);
    return isLast ? this.endpoint(next.account, true) : 'temBAD_PATH';
  }

  private endpoint(account: string, isLast: boolean): ResultName | undefined {
    const first = this.steps.length === 0;
    const { deliver, crossing } = this.rules;
    const needsLine = crossing && first && !readLine(this.view, account, deliver.issuer, deliver.currency);
    this.steps.push(new XrpEndpointStep(account, isLast, needsLine ? 1 : 0));
    return endpointFault(this.view, account, { first, last: isLast }, this.seen);
  }

  private exchange(pays: Issue, { currency, issuer }: ExchangeNode): ResultName | undefined {
    const into = currency ?? pays.currency;
    if (isXrpIssue(pays) && into === 'XRP') return 'temBAD_PATH';
    const gets = into === 'XRP' ? XRP : { currency: into, issuer: issuer ?? pays.issuer };
    const previous = this.steps.at(-1);
    const step = new BookStep({ pays, gets }, this.rules, previous, this.isDefaultPath);
    this.steps.push(step);
    return bookFault({ view: this.view, step, previous, seen: this.seen });
  }

  private direct(source: string, target: string, currency: string, isLast: boolean): ResultName | undefined {
    const previous = this.steps.at(-1);
    const crossing = this.rules.crossing !== undefined;
    const step = new DirectStep(source, target, currency, previous, isLast, crossing);
    this.steps.push(step);
    const alone = isLast && previous === undefined;
    return directFault({ view: this.view, step, previous, seen: this.seen }, alone, crossing);
  }
}

/** The paths that a payment may use: the default one unless it is excluded, and the named ones (rippled: toStrands). */
export function makeStrands(
  view: EntryReader,
  rules: FlowRules,
  paths: readonly Path[],
  defaultPath: boolean,
): { strands: Strand[] } | { fault: ResultName } {
  const strands = new Map<string, Strand>();
  let last: ResultName = 'temRIPPLE_EMPTY';
  for (const path of [...(defaultPath ? [[]] : []), ...paths]) {
    const made = makeStrand(view, rules, path);
    if ('strand' in made) {
      const text = strandText(made.strand);
      if (!strands.has(text)) strands.set(text, made.strand);
    } else if (isMalformed(made.fault) || paths.length === 0) return { fault: made.fault };
    else last = made.fault;
  }
  return strands.size ? { strands: [...strands.values()] } : { fault: last };
}

/** Identifies a path: the default one may be among those that are named. */
const strandText = (strand: Strand): string =>
  strand
    .map((step) => {
      if (step instanceof DirectStep) return `${step.lineSource}>${step.target}:${step.currency}`;
      return step.book ? `${issueText(step.book.pays)}>${issueText(step.book.gets)}` : 'XRP';
    })
    .join(' ');
