// Elements in few words.

const svgSpace = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}

// h makes an HTML element: attributes, "onclick" and the like as listeners, children.
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

// s makes an SVG element.
export const s = (tag, attributes, ...children) => fill(document.createElementNS(svgSpace, tag), attributes, children);

// icon refers to a symbol of the page.
export const icon = (name) => s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `#i-${name}` }));

// setText changes a text only where it differs, which spares screen readers a repetition.
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
