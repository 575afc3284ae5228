/** Creates an element. Properties that begin with `on` are listeners; `class`, `data-…`, `aria-…` are attributes. */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** Replaces the content of an element, unless it is the same. Focus and opened details are kept. */
export function show(place, ...nodes) {
  const draft = h(place.tagName, {}, ...nodes);
  if (withoutTimes(draft) === withoutTimes(place)) return;
  const focused = place.contains(document.activeElement) ? document.activeElement.id : '';
  const opened = new Set([...place.querySelectorAll('details[open]')].map((each) => each.id));
  place.replaceChildren(...draft.childNodes);
  for (const id of opened) if (id) place.querySelector(`#${CSS.escape(id)}`)?.setAttribute('open', '');
  if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

/**
 * Countdowns change each second by themselves; listeners of an equal place are equal too, since they follow from the
 * same state.
 */
function withoutTimes(place) {
  return place.innerHTML.replace(/(<time[^>]*>)[^<]*/g, '$1').replace(/ open=""/g, '');
}
