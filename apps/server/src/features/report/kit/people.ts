import { AppError } from '@hengjuan/domain'
import { forEachMember } from '@hengjuan/stats'
import { matches } from '../../score/index.ts'
import type { ReportContext } from './context.ts'

/** Candidates that the caller sees one by one, of those asked for. @throws AppError REGION_FIGURES_ONLY */
export function namedPlaces(context: ReportContext, keyword = ''): number[] {
  const { version, viewer, visible } = context
  const { columns, manifest } = version
  const { named } = viewer.view
  // Bureaus see how schools did, not who.
  if (named !== 'all' && named.length === 0) throw new AppError('REGION_FIGURES_ONLY')
  const places: number[] = []
  forEachMember(visible, (place) => {
    const schoolId = manifest.schools[columns.school[place]!]?.id ?? 0
    if (named !== 'all' && !named.includes(schoolId)) return
    const [name = '', namePinyin = ''] = [columns.name[place], columns.pinyin[place]]
    const person = { name, namePinyin, examNo: columns.examNo[place] ?? '' }
    if (matches(person, keyword)) places.push(place)
  })
  return places
}

/** Who a row is about. */
export function personAt({ version: { columns, manifest } }: ReportContext, place: number) {
  const klass = manifest.classes[columns.klass[place]!]!
  const school = manifest.schools[columns.school[place]!]!
  return {
    candidate_id: columns.candidateId[place]!,
    student_id: columns.studentId[place]!,
    exam_no: columns.examNo[place] ?? '',
    student_name: columns.name[place] ?? '',
    class_id: klass.id,
    class_name: klass.name,
    school_id: school.id,
    school_name: school.name,
  }
}

/** A score of a column; null for none. */
export const pointsOf = (value: number | undefined): number | null =>
  value === undefined || value < 0 ? null : value

/** Places by a score from the top down, who has none last. */
export const byScore =
  ({ columns }: ReportContext['version'], scores: Int32Array) =>
  (a: number, b: number): number => {
    const [left, right] = [scores[a]!, scores[b]!]
    if (left < 0 || right < 0)
      return Number(left < 0) - Number(right < 0) || byNumber(columns.examNo, a, b)
    return right - left || byNumber(columns.examNo, a, b)
  }

export const byNumber = (examNo: readonly string[], a: number, b: number): number =>
  (examNo[a] ?? '').localeCompare(examNo[b] ?? '')
