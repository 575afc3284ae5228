import { crashPlaces } from '../../platform/telemetry/crash-points.js';

/** Ends the process where a run is about to get its lines; the courier has the other places. */
export const crashPoint = crashPlaces('before-lines-listed');
