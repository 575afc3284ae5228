/** Answers of workers that never change, kept by what was asked: they are given while no worker is there too. */
export class KeptAnswers<Answer> {
  private readonly kept = new Map<string, Answer>();

  /** @param max how many are kept; the one that was not asked for the longest time goes first */
  constructor(private readonly max: number) {}

  /** @param isFinal whether the same question always has this answer */
  async of(asked: string, ask: () => Promise<Answer>, isFinal: (answer: Answer) => boolean): Promise<Answer> {
    const known = this.kept.get(asked);
    const answer = known ?? (await ask());
    this.kept.delete(asked);
    if (known !== undefined || isFinal(answer)) this.kept.set(asked, answer);
    if (this.kept.size > this.max) this.kept.delete(this.kept.keys().next().value!);
    return answer;
  }
}
