import type { DataSource } from 'typeorm';
import type { Jobs } from '#platform/consumers/jobs.js';
import type { ReadModels } from '#platform/projections/read-models.js';
import { Recorder } from '#platform/sessions/recorder.js';
import type { ListKeeper } from '#features/screening/module.public.js';
import { Rescreening } from '#features/compliance/rescreening/rescreening.js';
import { UnscreenedDecisions } from '#features/compliance/rescreening/unscreened-decisions.js';
import type { identityOn } from './identity.js';
import { noWalletHits, noWalletListed } from './listed-wallets.js';

/**
 * Screens again everybody who was screened on this identity.
 * @param current the current list; null if there is none
 * @param meanwhile runs after the log's end was looked up, and before any person is read
 */
export function rescreeningOn(
  { store, persons, dossier, causation }: ReturnType<typeof identityOn>,
  source: DataSource,
  current: () => Promise<object | null>,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Rescreening {
  const recorder = new Recorder(store, causation);
  return new Rescreening(
    store,
    source,
    { current } as unknown as ListKeeper,
    persons,
    dossier,
    {} as Jobs,
    recorder,
    { waitFor: async () => (await meanwhile(), true) } as unknown as ReadModels,
    noWalletListed,
    noWalletHits,
    new UnscreenedDecisions(store, dossier, persons, recorder),
  );
}

/**
 * What the screening of a name against a list of whole names answers; `record` describes the list.
 * @param coarse whether a hit is one of a name in other letters that is only alike
 */
export function answerByWholeName(
  name: string,
  names: readonly string[],
  record: object,
  matcher: string,
  coarse = false,
) {
  const listed = names.includes(name);
  const found = coarse ? { score: 0.76, level: 'medium' } : { score: 1, level: 'high' };
  const hit = { list: 'L', entityNumber: '1', entryHash: 'e', ...found, coarse };
  return {
    status: !listed ? 'approved' : coarse ? 'pending' : 'rejected',
    riskLevel: listed ? 'high' : 'low',
    reason: '',
    list: record,
    matcher,
    hits: listed ? [hit] : [],
  };
}
