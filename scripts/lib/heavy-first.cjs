const { default: Sequencer } = require('@jest/test-sequencer');

const isWholeProgram = ({ context }) => context.config.displayName?.name === 'e2e';
/** Those that keep a core busy for a minute and more. */
const isLong = ({ path }) =>
  /simulation\/.*simulation|simulation\/payouts|payouts-killed|ledger\/conformance/.test(path);

/**
 * Suites that take minutes come first: one that begins last would be waited for with nothing else to do. What only
 * reckons goes before what drives a whole program, which waits for ledgers and leaves it the core.
 */
module.exports = class HeavyFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const of = (wanted) =>
      sorted.filter((test) => wanted === (isLong(test) ? 'long' : isWholeProgram(test) ? 'e2e' : ''));
    return [...of('long'), ...of('e2e'), ...of('')];
  }
};
