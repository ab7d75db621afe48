/** What the school of an import knows already, for columns that are found by what stands in them. */
export interface ContentHints {
  classKeys: ReadonlySet<string>
  studentNos: ReadonlySet<string>
}

/** A column that an import takes. */
export interface ImportField<Name extends string = string> {
  field: Name
  /** The title in our own template. */
  label: string
  /** Other titles that say the same. */
  aliases?: readonly string[]
  required?: boolean
  /** Numbers of people and papers: what was typed counts to the last digit, so a number that lost some is refused. */
  isCode?: boolean
  /** A class, which is written in many ways: matched by `classKey`, and a date there was once `1-2`. */
  isClass?: boolean
  /** Is a value of this column, by its look? For files without a title that says so. */
  guess?: (value: string, hints: ContentHints) => boolean
}

/** How a column was found; `content` is a guess that a person has to accept. */
export type FoundHow = 'name' | 'alias' | 'learned' | 'content' | 'hand'

export interface FoundColumn {
  field: string
  /** Index in the row; null where the file has none. */
  column: number | null
  how: FoundHow | null
}
