// C in colours: words, numbers, texts, comments, directives; everything else as it is.

const PARTS = new RegExp([
  "(?<comment>/\\*[^]*?(?:\\*/|(?![^]))|//[^\\n]*)",
  "(?<directive>^[ \\t]*#[^\\n]*)",
  "(?<string>\"(?:\\\\.|[^\"\\\\\\n])*\"?|'(?:\\\\.|[^'\\\\\\n])*'?)",
  "(?<number>\\b(?:0[xX][0-9a-fA-F]+|\\d+\\.?\\d*(?:[eE][+-]?\\d+)?)[uUlLfF]*\\b)",
  "(?<keyword>\\b(?:auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|"
    + "long|register|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Bool|"
    + "assert|__VERIFIER_\\w+|reach_error)\\b)",
].join("|"), "gm");

/** The text as nodes. */
export function highlighted(text) {
  const nodes = [];
  let at = 0;
  for (const found of text.matchAll(PARTS)) {
    if (found.index > at) nodes.push(document.createTextNode(text.slice(at, found.index)));
    const kind = Object.entries(found.groups).find(([, value]) => value !== undefined)[0];
    const part = document.createElement("span");
    part.className = `t-${kind}`;
    part.textContent = found[0];
    nodes.push(part);
    at = found.index + found[0].length;
  }
  nodes.push(document.createTextNode(text.slice(at)));
  return nodes;
}

/** The text as lists of nodes, one for each line; a comment over several lines is one in each of them. */
export function highlightedLines(text) {
  const lines = [[]];
  for (const node of highlighted(text)) {
    node.textContent.split("\n").forEach((part, n) => {
      if (n) lines.push([]);
      const copy = node.cloneNode();
      copy.textContent = part;
      lines.at(-1).push(copy);
    });
  }
  return lines;
}
