/**
 * Tells the process that started Jest which suite began, which ended after how many seconds, and when all did
 * (`run-jest.mjs`).
 */
module.exports = class SuiteProgress {
  onTestFileStart(test) {
    process.send?.({ began: test.path });
  }
  onRunComplete() {
    process.send?.({ complete: true });
  }
  onTestFileResult(test, { numFailingTests, testExecError, perfStats }) {
    process.send?.({
      ended: test.path,
      passed: numFailingTests === 0 && !testExecError,
      seconds: perfStats.runtime / 1_000,
    });
  }
};
