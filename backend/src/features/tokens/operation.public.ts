/** What other features may use to have a platform account carry something out. Nothing here needs the running program. */
export { OperationEngine, type OperationPorts, type OperationRecipe } from './operations/operation-engine.js';
export { OperationProcess, OperationRunner } from './operations/operation-runner.js';
export { concludedStep, nextPurpose, submittedStep, type StepAttempt } from './operations/step-attempt.js';
