/** Tells the process that started Jest which suite began and which ended (`run-jest.mjs`). */
module.exports = class SuiteProgress {
  onTestFileStart(test) {
    process.send?.({ began: test.path });
  }
  onTestFileResult(test, { numFailingTests, testExecError }) {
    process.send?.({ ended: test.path, passed: numFailingTests === 0 && !testExecError });
  }
};
