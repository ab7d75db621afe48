export interface Sentence {
  text: string
  /** Key of the report whose table says the same. */
  link: string
}

/** So many a page carries. @source reports 2.6 */
export const MOST = 3

export const said = (link: string, texts: readonly (string | null)[]): Sentence[] =>
  texts.flatMap((text) => (text === null ? [] : [{ text, link }])).slice(0, MOST)

/** The row with the largest figure; undefined for none. */
export const most = <Row>(rows: readonly Row[], of: (row: Row) => number): Row | undefined =>
  rows.toSorted((a, b) => of(b) - of(a))[0]

export const shareOf = ({ num, den }: { num: number; den: number }): number =>
  den === 0 ? 1 : num / den
