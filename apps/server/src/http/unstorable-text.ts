/**
 * Finds a text that no database stores as it is: with NUL in it, which PostgreSQL refuses, or half of a surrogate pair,
 * which becomes another sign. Names count as well: records are kept with them.
 *
 * @returns where it stands, null where there is none
 */
export function unstorableText(value: unknown): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : []
  if (typeof value !== 'object' || value === null) return null
  for (const [name, part] of Object.entries(value)) {
    if (!isStorable(name)) return []
    const below = unstorableText(part)
    if (below) return [name, ...below]
  }
  return null
}

export const isStorable = (text: string): boolean => !text.includes('\u0000') && text.isWellFormed()
