import { expect, it } from '@jest/globals';
import { KeptAnswers } from './kept-answers.js';

it('an answer that is final is given without a worker; the one not asked for the longest time goes first', async () => {
  const asked: string[] = [];
  const kept = new KeptAnswers<string>(2);
  const of = (question: string) =>
    kept.of(
      question,
      async () => (asked.push(question), `answer to ${question}`),
      (answer) => !answer.endsWith('unfinished'),
    );
  for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await of(question)).toBe(`answer to ${question}`);
  expect(asked).toEqual(['a', 'b', 'c', 'b']);
  for (let n = 0; n < 2; n++) await of('unfinished');
  expect(asked.slice(4)).toEqual(['unfinished', 'unfinished']);
});

it('a failure is not kept', async () => {
  const kept = new KeptAnswers<string>(2);
  const away = async (): Promise<string> => {
    throw new Error('away');
  };
  await expect(kept.of('a', away, () => true)).rejects.toThrow('away');
  expect(
    await kept.of(
      'a',
      async () => 'there',
      () => true,
    ),
  ).toBe('there');
});
