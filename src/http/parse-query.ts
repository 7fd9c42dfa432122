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
    else found.set(name, found.has(name) ? [found.get(name)!, value].flat() : value);
  }
  return Object.fromEntries(found);
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return null;
  }
}
