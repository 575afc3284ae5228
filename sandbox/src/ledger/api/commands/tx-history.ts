import { ApiError } from '../errors.js';
import type { Answer, Command } from '../request.js';
import { validatedJson } from '../transaction-json.js';

/** As many as one answer holds (rippled: `getTxHistory`). */
const PAGE = 20;

/** tx_history: the newest validated transactions after `start` of them; API version 1 alone has it. */
export const txHistory: Command = ({ node, params, apiVersion }): Answer => {
  if (apiVersion !== 1) throw new ApiError('unknownCmd');
  const { start } = params;
  if (typeof start !== 'number' || !Number.isInteger(start) || start < 0) throw new ApiError('invalidParams');
  return { index: start, txs: node.history.newest(start, PAGE).map((place) => validatedJson(place, 1)) };
};
