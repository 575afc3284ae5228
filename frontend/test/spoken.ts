/** What a screen reader announces, in order: the texts of the live regions, which are in closed shadow roots. */
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
