const { default: Sequencer } = require('@jest/test-sequencer');

const isWholeProgram = ({ context }) => context.config.displayName?.name === 'e2e';
/** Suites that keep a core busy for a minute or more. */
const isLong = ({ path }) =>
  /simulation\/.*simulation|simulation\/payouts|payouts-killed|ledger\/conformance/.test(path);

/**
 * Suites that take minutes come first, so that the run does not end with one suite on an otherwise idle machine. Pure
 * computation goes before suites of the whole program, which wait for ledgers and leave the core free.
 */
module.exports = class HeavyFirst extends Sequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    const of = (wanted) =>
      sorted.filter((test) => wanted === (isLong(test) ? 'long' : isWholeProgram(test) ? 'e2e' : ''));
    return [...of('long'), ...of('e2e'), ...of('')];
  }
};
