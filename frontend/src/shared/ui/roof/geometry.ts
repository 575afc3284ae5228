/** The roof of the 30 % rule in the units of its drawing (360 × 236). */
export const LEFT = { x: 20, y: 142 };
export const RIDGE = { x: 180, y: 38 };
export const RIGHT = { x: 340, y: 142 };
/** Percent of the monthly rent at the ridge and at the right eave. */
export const LIMIT = 30;
export const MOST = 60;
/** The label at the right eave if the payment is beyond it. */
export const BEYOND = '60% +';

/**
 * The position of a share of the rent (percent): 0 at the left eave, 30 at the ridge, 60 and more at the right eave.
 */
export function onRoof(share: number): { x: number; y: number } {
  const clamped = Math.min(Math.max(share, 0), MOST);
  const [from, to, t] =
    clamped <= LIMIT ? [LEFT, RIDGE, clamped / LIMIT] : [RIDGE, RIGHT, (clamped - LIMIT) / (MOST - LIMIT)];
  return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t };
}
