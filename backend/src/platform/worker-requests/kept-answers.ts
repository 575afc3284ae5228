/**
 * Answers that never change, kept by what was asked, so that none is made twice: also for many who ask at once, and
 * while whoever makes them is away.
 */
export class KeptAnswers<Answer> {
  /** The one asked for last at the end. */
  private readonly kept = new Map<string, Promise<Answer>>();

  /** @param max how many are kept; the one that was not asked for the longest time goes first */
  constructor(private readonly max: number) {}

  /** @param isFinal whether the same question always has this answer; a failure is no answer */
  of(asked: string, ask: () => Promise<Answer>, isFinal: (answer: Answer) => boolean = () => true): Promise<Answer> {
    const answer = this.kept.get(asked) ?? this.begin(asked, ask, isFinal);
    this.kept.delete(asked);
    this.kept.set(asked, answer);
    if (this.kept.size > this.max) this.kept.delete(this.kept.keys().next().value!);
    return answer;
  }

  private begin(asked: string, ask: () => Promise<Answer>, isFinal: (answer: Answer) => boolean): Promise<Answer> {
    const answer = ask();
    const forget = () => void (this.kept.get(asked) === answer && this.kept.delete(asked));
    answer.then((made) => isFinal(made) || forget(), forget);
    return answer;
  }
}
