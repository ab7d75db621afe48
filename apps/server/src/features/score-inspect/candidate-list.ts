import type { InputOf, ReplyOf, scoreInspectList } from '@hengjuan/contracts'
import { byText } from '@hengjuan/domain'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { pageOf } from '../../http/page-of.ts'
import { blankConflicts } from '../blank-review/index.ts'
import { flaggedMarks } from '../marking-core/index.ts'
import { matches } from '../score/index.ts'
import { selectClassesOfSubject, selectInspected } from './candidate-list.query.ts'

type Query = InputOf<typeof scoreInspectList>['query']
type View = ReplyOf<typeof scoreInspectList>
type Row = View['list'][number]

/**
 * A page of the candidates of a subject, sorted and filtered among all of them; away from those who mark, since a
 * region has tens of thousands.
 */
export const inspectedPage = runInWorker(
  import.meta.url,
  'inspectedPage',
  async ({ db }, query: Query): Promise<View> => {
    const on = { examId: query.exam_id, subjectId: query.subject_id }
    const rows = await selectInspected(db, { ...on, classId: query.class_id })
    const conflicts = query.blank ? await blankConflicts(db, on) : null
    const flagged = await flaggedMarks(db, on)
    const found = rows
      .map((row) => ({
        ...row,
        blank_conflicts: conflicts?.get(row.candidate_id) ?? [],
        flags: flagged.get(row.candidate_id) ?? [],
      }))
      .filter(
        (row) =>
          (conflicts === null || row.blank_conflicts.length > 0) &&
          (query.flagged === undefined || row.flags.length > 0) &&
          matches(
            { ...row, namePinyin: row.name_pinyin, examNo: row.exam_no },
            query.keyword ?? '',
          ) &&
          (query.corrected === undefined ||
            row.pending > 0 ||
            (query.corrected === 'any' && row.corrections > 0)),
      )
      .map(({ name_pinyin: _pinyin, ...row }) => row)
    return {
      ...pageOf(sorted(found, query), query),
      flagged_count: flagged.size,
      classes:
        query.page === undefined || query.page === 1 ? await selectClassesOfSubject(db, on) : [],
    }
  },
)

/** In the order of exam numbers where nothing else is asked for. */
function sorted(rows: readonly Row[], { sort, order }: Query): readonly Row[] {
  if (sort === undefined) return rows
  const sign = order === 'desc' ? -1 : 1
  const valueOf = VALUES[sort]
  return rows
    .map((row) => ({ row, value: valueOf(row) }))
    .toSorted((a, b) => sign * compare(a.value, b.value))
    .map(({ row }) => row)
}

const compare = (a: number | string, b: number | string): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : byText(String(a), String(b))

const VALUES: Record<NonNullable<Query['sort']>, (row: Row) => number | string> = {
  name: (row) => row.name,
  exam_no: (row) => row.exam_no,
  class: (row) => `${row.class_name} ${row.school_name ?? ''}`,
  // Who was away, or has no score yet, stands below those with none.
  total: (row) => row.total_milli ?? -1,
  // What waits for a second person comes before what was corrected most often.
  corrections: (row) => row.pending * 1000 + row.corrections,
  blank: (row) => row.blank_conflicts.length,
  flags: (row) => row.flags.length,
}
