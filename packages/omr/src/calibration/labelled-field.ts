import type { TemplatePage } from '@hengjuan/domain'
import type { FieldExplanation } from '../bubbles/explanation.ts'

/** A field (or a column of an exam number) as it was read, with what its candidate truly meant. */
export interface LabelledField {
  explained: FieldExplanation
  /** May several options be meant? */
  multiple: boolean
  /** Values truly meant, in any order; empty where nothing was. */
  meant: readonly string[]
}

/** Joins explanations with the truth; fields without one are left out. */
export function labelFields(
  explained: readonly FieldExplanation[],
  page: Pick<TemplatePage, 'fields'>,
  truth: ReadonlyMap<string, readonly string[]>,
): LabelledField[] {
  const fields = new Map(page.fields.map((field) => [field.id, field]))
  return explained.flatMap((one): LabelledField[] => {
    const values = truth.get(one.id)
    // The digits of a number stand in the order of its columns; a score bar's sum says nothing of cells.
    if (!values || one.kind === 'score') return []
    const digit = values[one.column]
    const meant =
      one.kind !== 'examNo' ? values : digit === undefined || digit === '?' ? [] : [digit]
    return [{ explained: one, multiple: fields.get(one.id)?.multiple ?? false, meant }]
  })
}

/** Does the reading say exactly what was meant? */
export function isRight({ explained, meant }: LabelledField): boolean {
  return (
    explained.values.length === meant.length && explained.values.every((v) => meant.includes(v))
  )
}
