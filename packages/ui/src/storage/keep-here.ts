/**
 * Keeps how somebody likes to work in this browser. Where it has no room, or stores nothing in a private window,
 * the choice holds as long as the page: what was pressed is done all the same.
 */
export function keepHere(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Nothing that counts lies here, and there is nothing that anybody could do about it now.
  }
}
