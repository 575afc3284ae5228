const { default: Sequencer } = require('@jest/test-sequencer');

const isWholeProgram = ({ context }) => context.config.displayName?.name === 'e2e';

/**
 * Suites of the whole program come first: each takes minutes, and one that begins last would be waited for with nothing
 * else to do.
 */
module.exports = class HeavyFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isWholeProgram), ...sorted.filter((test) => !isWholeProgram(test))];
  }
};
