/** Returns the visible texts of an element whose boxes overlap. */
export function overlappingTexts(root: Element): string[] {
  const boxes = textsOf(root);
  return boxes.flatMap(({ text, lines, element }, index) =>
    boxes
      .slice(index + 1)
      .filter((other) => !element.contains(other.element) && !other.element.contains(element))
      .filter((other) => lines.some((line) => other.lines.some((another) => overlap(line, another))))
      .map((other) => `${text} / ${other.text}`),
  );
}

/**
 * Returns the visible texts of an element that are cut by its edges or by those of the screen. Ignores texts with an ellipsis, which are
 * meant to be cut.
 */
export function cutTexts(root: Element): string[] {
  return textsOf(root)
    .filter(({ box, element }) => isOutside(box) || isClipped(element))
    .map(({ text }) => text);
}

export function brokenWords(root: Element): string[] {
  return textsOf(root)
    .flatMap(({ node }) =>
      [...node.data.matchAll(/\S+/g)].filter(({ 0: word, index }) => {
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
      }),
    )
    .map(([word]) => word);
}

interface ShownText {
  node: Text;
  text: string;
  element: Element;
  box: DOMRect;
  /** Boxes of its lines: the box of a text that wraps also covers other content beside its first and last line. */
  lines: readonly DOMRect[];
}

function textsOf(root: Element): ShownText[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: ShownText[] = [];
  while (walker.nextNode() !== null) {
    const { currentNode } = walker;
    // The walker returns only text nodes, which its type does not express.
    const node = currentNode as Text;
    const element = node.parentElement;
    const text = node.data.trim();
    if (element === null || text === '' || element.closest('.visually-hidden') !== null) continue;
    if (!element.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width > 0 && getComputedStyle(element).visibility === 'visible')
      found.push({ node, text, element, box, lines: [...range.getClientRects()] });
  }
  return found;
}

/** Boxes may overlap by two pixels, because lines of text are higher than their letters. */
const SLACK = 2;

function overlap(one: DOMRect, other: DOMRect): boolean {
  return (
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK
  );
}

function isOutside({ left, right }: DOMRect): boolean {
  return left < -SLACK || right > document.documentElement.clientWidth + SLACK;
}

function isClipped(element: Element): boolean {
  const { overflowX, textOverflow } = getComputedStyle(element);
  const isCut = element.scrollWidth > element.clientWidth + SLACK && element.clientWidth > 0;
  return isCut && overflowX !== 'visible' && textOverflow !== 'ellipsis';
}
