/**
 * Keeps the page true while a browser translates it. A translator puts an element of its own in the place of a text, and React
 * goes on with the text that it knows: it would change what nobody sees, or fail to remove it. Here a text that changes comes
 * back to its place, to be translated again.
 */

/** What was put in the place of a text. */
const standIns = new WeakMap<Node, ChildNode>();

export function keepTranslatedText(): void {
  const observer = new MutationObserver((records) => {
    for (const { target, removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const [text] = removedNodes;
      // Of a text that was changed: the others that are observed remove something.
      if (target.nodeType === Node.TEXT_NODE) bringBack(target);
      if (text?.nodeType !== Node.TEXT_NODE || text.isConnected) continue;
      // Some put theirs beside the text before they take that away.
      const beside = [previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
      const standIn = addedNodes[0] ?? beside;
      if (standIn == null) continue;
      standIns.set(text, standIn as ChildNode);
      observer.observe(text, { characterData: true });
    }
  });
  observer.observe(document, { childList: true, subtree: true });
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    removeChild.call(this, placeOf(child, this));
    return child;
  };
  Node.prototype.insertBefore = function <New extends Node>(this: Node, added: New, child: Node | null): New {
    return insertBefore.call(this, added, child && placeOf(child, this)) as New;
  };
}

function bringBack(text: Node): void {
  const standIn = standIns.get(text);
  if (!text.isConnected && standIn?.isConnected) standIn.replaceWith(text);
}

/** A child of this parent, what stands for it, or what it was wrapped in. */
function placeOf(child: Node, parent: Node): Node {
  if (child.parentNode === parent) return child;
  let place: Node | null | undefined = standIns.get(child) ?? child;
  while (place && place.parentNode !== parent) place = place.parentNode;
  return place ?? child;
}
