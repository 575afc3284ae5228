/** How a platform account carries something out, for other features. Nothing here needs the running program. */
export { OperationEngine, resultOf, type OperationPorts, type OperationRecipe } from './operations/operation-engine.js';
export { OperationProcess, OperationRunner } from './operations/operation-runner.js';
export { concludedStep, nextPurpose, submittedStep, type StepAttempt } from './operations/step-attempt.js';
