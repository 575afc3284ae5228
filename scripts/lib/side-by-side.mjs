import { availableParallelism } from 'node:os';

/**
 * Runs every task, as many at once as there are cores.
 * @param {readonly (() => Promise<number>)[]} tasks each resolves with an exit code
 * @returns {Promise<number>} the highest of them
 */
export async function sideBySide(tasks, atOnce = availableParallelism()) {
  const waiting = [...tasks];
  const codes = [];
  const inTurn = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) codes.push(await task());
  };
  await Promise.all(Array.from({ length: atOnce }, inTurn));
  return Math.max(0, ...codes);
}
