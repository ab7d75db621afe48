/** What stands in a search field while the page follows it. */
interface SearchDraft {
  text: string
  /** The value of the page when it was last looked at. */
  over: string
  /** What the page was told and has not taken over yet, oldest first. */
  told: readonly string[]
}

export const freshDraft = (value: string): SearchDraft => ({ text: value, over: value, told: [] })

/**
 * The field after the page has the value: what the page was told leaves the text alone, which may have
 * gone on meanwhile; anything else replaces it: back, reset.
 */
export function afterValue(draft: SearchDraft, value: string): SearchDraft {
  if (value === draft.over) return draft
  const at = draft.told.lastIndexOf(value)
  if (at === -1) return freshDraft(value)
  return { ...draft, over: value, told: draft.told.slice(at + 1) }
}
