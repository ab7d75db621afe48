import Type, { type Static } from 'typebox'
import { Id, nullable } from '../route.ts'
import type { ReportColumn } from './columns.ts'
import { scoredOf } from './drills.ts'

const Figure = nullable(Type.Number())

/** A class or a school in every subject. */
export const MatrixRow = Type.Object({
  name: Type.String(),
  id: Id,
  /** In the order of the subjects: how many have a score, and their mean. */
  present: Type.Array(Type.Integer()),
  means: Type.Array(Figure),
  factors: Type.Array(Figure),
})
export type MatrixRow = Static<typeof MatrixRow>

/** Groups by subject: the means side by side, and what each is better in than it is itself. @source reports P04, P05 */
export const matrixColumns = (
  subjects: readonly { subject_id: number; subject_name: string; full_milli: number }[],
  noun: '班级' | '学校',
): ReportColumn<MatrixRow>[] => [
  {
    key: 'group',
    title: noun,
    kind: 'text',
    frozen: true,
    width: 128,
    value: ({ name }) => name,
  },
  ...subjects.map((subject, at): ReportColumn<MatrixRow> => ({
    key: `mean:${subject.subject_id}`,
    title: subject.subject_name,
    group: '均分',
    kind: 'milli',
    heat: true,
    formula: '得分之和 ÷ 实考人数',
    rule: 'DR 11',
    value: ({ means }) => means[at] ?? null,
    drill: ({ id, name, present }) =>
      scoredOf({ kind: noun === '班级' ? 'class' : 'school', id, name }, subject, present[at] ?? 0),
  })),
  ...subjects.map(({ subject_id, subject_name }, at): ReportColumn<MatrixRow> => ({
    key: `factor:${subject_id}`,
    title: subject_name,
    group: '离差',
    kind: 'rate',
    signed: true,
    heat: true,
    formula: `（该${noun}该科得分率 − 全部）−（该${noun}总分得分率 − 全部）；正为相对擅长`,
    rule: 'DR 15',
    value: ({ factors }) => factors[at] ?? null,
  })),
]
