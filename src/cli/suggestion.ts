/** "Did you mean ...?", or nothing, to stand behind a message. */
export function suggestion(name: string, candidates: Iterable<string>, prefix = ""): string {
  const near = nearest(name, candidates);
  return near === null ? "" : `. Did you mean ${prefix}${near}?`;
}

/** The candidate that a mistyped name most likely means; null where none is near. */
function nearest(name: string, candidates: Iterable<string>): string | null {
  let found: string | null = null;
  let least = Math.max(2, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    const distance = editDistance(name, candidate);
    if (distance < least) {
      found = candidate;
      least = distance;
    }
  }
  return found;
}

/** How many letters must be changed, added or taken away. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
