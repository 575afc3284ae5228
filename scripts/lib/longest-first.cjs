const fs = require('node:fs');
const path = require('node:path');
const { default: Sequencer } = require('@jest/test-sequencer');

const root = path.resolve(__dirname, '../..');
const { fast, part, more } = JSON.parse(fs.readFileSync(path.join(root, 'scripts/suites.json'), 'utf8'));
const SECONDS = { ...fast, ...part, ...more };

/** The longest suites come first, so that the run does not end with one suite on an otherwise idle machine. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const secondsOf = (test) => SECONDS[path.relative(root, test.path)] ?? 0;
    return super.sort(tests).sort((a, b) => secondsOf(b) - secondsOf(a));
  }
};
