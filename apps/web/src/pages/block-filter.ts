import { byText, holdsText } from '@hengjuan/domain'
import { filter, type ValuesOf } from '@hengjuan/ui'

/** A list that fits a window needs no search. */
const MANY = 10

/** What a list of blocks of several exams is searched by. */
export interface ListedBlock {
  block_name: string
  exam_id: number
  exam_name: string
  subject_id: number
  subject_name: string
}

export const blockFilters = {
  keyword: filter.text(),
  exam_id: filter.id(),
  subject_id: filter.id(),
}
export type BlockChoice = ValuesOf<typeof blockFilters>

/** Every word is in the name of the block, its subject or its exam. */
export function isFound(row: ListedBlock, { keyword, exam_id, subject_id }: BlockChoice): boolean {
  const text = `${row.block_name} ${row.subject_name} ${row.exam_name}`
  return (
    (exam_id === null || row.exam_id === exam_id) &&
    (subject_id === null || row.subject_id === subject_id) &&
    keyword.split(/\s+/).every((word) => holdsText(text, word))
  )
}

/** Exams and subjects of the rows, by name, with how many blocks each has. */
export function blockChoices(rows: readonly ListedBlock[]) {
  const counted = (idOf: (row: ListedBlock) => number, nameOf: (row: ListedBlock) => string) =>
    [...Map.groupBy(rows, idOf)]
      .map(([id, [first, ...others]]) => ({
        id,
        name: first ? nameOf(first) : '',
        count: others.length + 1,
      }))
      .toSorted((a, b) => byText(a.name, b.name) || b.id - a.id)
  return {
    exams: counted(
      (row) => row.exam_id,
      (row) => row.exam_name,
    ),
    subjects: counted(
      (row) => row.subject_id,
      (row) => row.subject_name,
    ),
  }
}

export const isMany = (rows: readonly ListedBlock[] | undefined): boolean =>
  (rows?.length ?? 0) > MANY
