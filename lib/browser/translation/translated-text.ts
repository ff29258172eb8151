/**
 * Keeps the page true while a browser translates it. A translator puts an element of its own in the place of a text, and React
 * goes on with the text that it knows: it would change what nobody sees, or fail to remove it. Here a text that changes comes
 * back to its place, to be translated again.
 */

/** What was put in the place of a text. */
const standIns = new WeakMap<Node, readonly ChildNode[]>();

export function keepTranslatedText(): void {
  const observer = new MutationObserver((records) => {
    for (const record of records)
      if (record.type === "characterData") bringBack(record.target);
      else noteStandIns(record, observer);
  });
  observer.observe(document.documentElement, { childList: true, subtree: true });
  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const [first, ...others] = child.parentNode === this ? [] : placeOf(child, this);
    if (first === undefined) return removeChild.call(this, child) as Child;
    for (const node of [first, ...others]) node.remove();
    return child;
  };
  Node.prototype.insertBefore = function <New extends Node>(this: Node, added: New, child: Node | null): New {
    const [first] = child === null || child.parentNode === this ? [] : placeOf(child, this);
    return insertBefore.call(this, added, first ?? child) as New;
  };
}

function noteStandIns(record: MutationRecord, observer: MutationObserver): void {
  const [text] = record.removedNodes;
  if (text?.nodeType !== Node.TEXT_NODE || text.isConnected) return;
  const added = [...record.addedNodes] as ChildNode[];
  // It was put beside the text before that was taken away.
  const beside = [record.previousSibling, record.nextSibling].filter((node) => node?.nodeName === "FONT");
  const standing = added.length > 0 ? added : (beside.slice(0, 1) as ChildNode[]);
  if (standing.length === 0) return;
  standIns.set(text, standing);
  observer.observe(text, { characterData: true });
}

function bringBack(text: Node): void {
  const [first, ...others] = text.isConnected ? [] : (standIns.get(text) ?? []);
  if (first?.isConnected !== true) return;
  first.replaceWith(text);
  for (const node of others) node.remove();
  standIns.delete(text);
}

/** What stands for a child in this parent: what came in its place, or what it was wrapped in. */
function placeOf(child: Node, parent: Node): readonly ChildNode[] {
  const standing = standIns.get(child)?.filter((node) => node.parentNode === parent) ?? [];
  if (standing.length > 0) return standing;
  let wrapper = child.parentElement;
  while (wrapper !== null && wrapper.parentNode !== parent) wrapper = wrapper.parentElement;
  return wrapper === null ? [] : [wrapper];
}
