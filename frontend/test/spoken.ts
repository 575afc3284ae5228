/** What a screen reader is told, in order: the words of the live regions, which stand in closed shadow roots. */
export const spoken: string[] = [];

const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (init) {
  const root = attach.call(this, init);
  new MutationObserver(() => root.textContent && spoken.push(root.textContent)).observe(root, {
    childList: true,
    subtree: true,
  });
  return root;
};
