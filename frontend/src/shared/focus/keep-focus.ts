/**
 * Never loses the focus. If the focused element disappears (a button that has done its work, a row that was removed),
 * the part of the page that contained it gets the focus, not the top of the page.
 */
const HOLDS = 'dialog, [role="dialog"], form, section, article, aside, nav, main, [role="region"]';

interface Place {
  element: HTMLElement;
  /** The ancestors that contain it, from the inside out. */
  around: HTMLElement[];
}

const placeOf = (element: HTMLElement): Place => {
  // A menu's item disappears once it is chosen; the button that opened the menu does not.
  const opener = document.getElementById(element.closest('[role="menu"]')?.getAttribute('aria-labelledby') ?? '');
  const around: HTMLElement[] = opener ? [opener] : [];
  for (let at = element.parentElement; at; at = at.parentElement) if (at.matches(HOLDS)) around.push(at);
  return { element, around };
};
const canHave = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.closest('[hidden], [inert]') === null;
const isLost = () => document.activeElement === null || document.activeElement === document.body;

function stand(element: HTMLElement): void {
  if (!element.matches('a[href], button, input, select, textarea, [tabindex]')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}
function restore({ element, around }: Place): void {
  const next = [element, ...around].find(canHave) ?? document.querySelector<HTMLElement>('main');
  if (next) stand(next);
}

function placeNow(): Place | null {
  const at = document.activeElement;
  return at instanceof HTMLElement && at !== document.body ? placeOf(at) : null;
}

/** Remembers the current focus and how to return there. */
export function focusKept(): { giveBack(): void } {
  const place = placeNow();
  return { giveBack: () => place && restore(place) };
}

/** Starts tracking the focus. @returns a function that stops it */
export function keepFocus(): () => void {
  let last = placeNow();
  const came = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement) last = placeOf(target);
  };
  /** The user moved focus away deliberately, by clicking elsewhere. */
  const pressed = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest('button, a, input, select, textarea, label, [tabindex]'))
      last = null;
  };
  const look = () => {
    if (last && isLost() && !canHave(last.element)) restore(last);
  };
  const watch = new MutationObserver(() => requestAnimationFrame(look));
  document.addEventListener('focusin', came);
  document.addEventListener('pointerdown', pressed);
  watch.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', came);
    document.removeEventListener('pointerdown', pressed);
    watch.disconnect();
    // A look may be due.
    last = null;
  };
}
