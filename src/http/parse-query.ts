/**
 * A query as its parameters; a list where one is named twice, which no schema takes. What is not percent-encoded
 * UTF-8 becomes a parameter that no schema knows, so that it is refused by name.
 */
export function parseQuery(text: string): Record<string, string | string[]> {
  const found = new Map<string, string | string[]>();
  for (const part of text.split("&")) {
    if (part === "") continue;
    const equals = part.indexOf("=");
    const name = decode(equals < 0 ? part : part.slice(0, equals));
    const value = decode(equals < 0 ? "" : part.slice(equals + 1));
    if (name === null || value === null) found.set(part, "");
    else add(found, name, value);
  }
  return Object.fromEntries(found);
}

function add(found: Map<string, string | string[]>, name: string, value: string): void {
  const known = found.get(name);
  if (known === undefined) found.set(name, value);
  else if (typeof known === "string") found.set(name, [known, value]);
  else known.push(value);
}

function decode(text: string): string | null {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
