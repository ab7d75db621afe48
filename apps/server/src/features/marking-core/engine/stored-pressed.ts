/** Entries as a reading keeps them, each once; null for none. */
export function storedPressed(pressed: readonly string[] | undefined): string | null {
  const ids = [...new Set(pressed)].toSorted()
  return ids.length === 0 ? null : JSON.stringify(ids)
}
