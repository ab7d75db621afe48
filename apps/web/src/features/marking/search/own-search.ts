/** What the search begins with. */
export interface OwnSearch {
  /** As it is typed; empty for all. */
  score: string
  /** Only papers that were sent back at some time. */
  isSentBack: boolean
}

export const ALL_OWN: OwnSearch = { score: '', isSentBack: false }

/** Address of the own papers of a block that were handed in, or of those that were sent back. @source ui D1 rule 3 */
export const ownPapersAddress = (blockId: number, papers: 'own' | 'sent_back'): string =>
  `/marking?block_id=${blockId}&papers=${papers}`

/** What of the own papers such an address asks for; null where it asks for none. */
export const ownSearch = (papers: string | null): OwnSearch | null =>
  papers === 'own' || papers === 'sent_back'
    ? { ...ALL_OWN, isSentBack: papers === 'sent_back' }
    : null
