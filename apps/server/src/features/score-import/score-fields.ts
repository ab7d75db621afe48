import type { ImportField } from '@hengjuan/domain'
import type { ImportedSubject } from './imported-subject.query.ts'

export const NUMBER = '考号'
export const NAME = '姓名'

export const totalField = (subjectId: number): string => `total-${subjectId}`
export const itemField = (questionId: number): string => `item-${questionId}`

/** Whom a row is about. */
export const PEOPLE_FIELDS: readonly ImportField[] = [
  {
    field: NUMBER,
    label: NUMBER,
    aliases: ['准考证号', '考生号', '考生编号'],
    required: true,
    isCode: true,
  },
  { field: NAME, label: NAME, aliases: ['考生姓名', '学生姓名'] },
]

/** The columns of a table of scores: a total for each subject, and its questions where it has a table of them. */
export function scoreFields(subjects: readonly ImportedSubject[]): ImportField[] {
  const [only, ...others] = subjects
  const isOne = only !== undefined && others.length === 0
  return [
    ...PEOPLE_FIELDS,
    ...subjects.flatMap((subject): ImportField[] => [
      {
        field: totalField(subject.id),
        label: subject.name,
        required: isOne && subject.questions.length === 0,
        aliases: [
          ...['成绩', '总分', '得分', '分数'].map((word) => subject.name + word),
          ...(isOne ? ['总分', '成绩', '得分', '分数', '合计'] : []),
        ],
      },
      ...subject.questions.map(({ id, no }) => ({
        field: itemField(id),
        label: isOne ? `第${no}题` : `${subject.name}第${no}题`,
        aliases: [
          `${subject.name}${no}`,
          `${subject.name}${no}题`,
          ...(isOne ? [no, `${no}题`, `题${no}`, `T${no}`, `Q${no}`] : [`${subject.name}T${no}`]),
        ],
      })),
    ]),
  ]
}
