const fs = require('node:fs');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');

/** Jest's filter: the suites of the lists that `SUITE_LISTS` names (`scripts/suites.json`), comma-separated. */
module.exports = async (paths) => {
  const suites = JSON.parse(fs.readFileSync(path.join(root, 'scripts/suites.json'), 'utf8'));
  const wanted = new Set(process.env.SUITE_LISTS.split(',').flatMap((list) => Object.keys(suites[list])));
  return { filtered: paths.filter((one) => wanted.has(path.relative(root, one))) };
};
