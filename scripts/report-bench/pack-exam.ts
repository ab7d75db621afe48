import {
  assembleColumns,
  orderPeople,
  type ResultVersion,
  type SubjectEntry,
  SubjectBuilder,
} from '@hengjuan/stats'
import type { MadeExam, MadeItem } from './made-exam.ts'

const LETTERS = Array.from({ length: 256 }, (_, mask) =>
  [...'ABCDEFGH'].filter((_letter, bit) => (mask >> bit) & 1).join(''),
)

/** The exam as the product holds one, made candidate by candidate as from the database. */
export function packExam(exam: MadeExam): ResultVersion {
  const { manifest, klass, n } = exam
  const people = orderPeople(
    manifest,
    Array.from({ length: n }, (_, place) => ({
      candidateId: place + 1,
      studentId: place + 1,
      classId: klass[place]! + 1,
      examNo: String(1_000_000 + place),
      name: `考生${place + 1}`,
      namePinyin: 'kaosheng ks',
    })),
  )
  const subjects = manifest.subjects.map((subject, subjectPlace) => {
    const made = exam.subjects[subjectPlace]!
    const builder = new SubjectBuilder(subject, n)
    for (let place = 0; place < n; place++) {
      const total = made.total[place]!
      builder.put(place, {
        attendance: made.attendance[place]!,
        totalMilli: total < 0 ? null : total,
        objectiveMilli: null,
        subjectiveMilli: null,
        items: made.items.map(({ values }) => (values[place]! < 0 ? null : values[place]!)),
        answers: made.items.map(({ answers }) => (answers ? LETTERS[answers[place]!]! : null)),
        ...flagged(made.items, subject.questions, place),
      })
    }
    return builder.build()
  })
  const { columns, combos } = assembleColumns(manifest, people, subjects)
  return {
    snapshotId: 1,
    examId: 1,
    version: 1,
    createdAt: '2026-11-28T00:00:00.000Z',
    overrideReason: null,
    manifest: { ...manifest, combos },
    columns,
  }
}

const flagged = (
  items: readonly MadeItem[],
  questions: readonly { id: number }[],
  place: number,
): Pick<SubjectEntry, 'noMark' | 'notResponded'> => {
  const idsWhere = (kind: 'noMark' | 'blank') =>
    questions.flatMap(({ id }, question) => (items[question]?.[kind]?.[place] ? [id] : []))
  return { noMark: idsWhere('noMark'), notResponded: idsWhere('blank') }
}

/** The same version with nothing kept from an earlier computation. */
export const unused = (version: ResultVersion): ResultVersion => ({
  ...version,
  columns: {
    ...version.columns,
    countedTotalMilli: version.columns.countedTotalMilli.slice(),
    subjects: version.columns.subjects.map((subject) => ({
      ...subject,
      totalMilli: subject.totalMilli.slice(),
    })),
  },
})
