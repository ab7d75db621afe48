import {
  type Attendance,
  DEFAULT_RATE_THRESHOLDS,
  GRADE_SCHEMES,
  type Milli,
} from '@hengjuan/domain'
import { assembleColumns, orderPeople } from '../build/assemble.ts'
import { SubjectBuilder } from '../build/subject-builder.ts'
import type { ResultVersion } from '../columns.ts'
import type { ResultManifest } from '../manifest.ts'

const NOT_SAT = { absent: 1, 'no record': -1, 'not selected': 3 } as const

/** Scores of the questions of the one subject, or why there are none. */
type Row = readonly Milli[] | keyof typeof NOT_SAT

/**
 * An exam of one subject, with the id 1: everybody gets the sum of the row.
 *
 * @param answers letters of the first questions, which are objective then, with the same key
 */
export function testVersion({
  fulls,
  rows,
  classes = 1,
  answers,
  key = 'A',
}: {
  fulls: readonly Milli[]
  rows: readonly Row[]
  classes?: number
  answers?: readonly (readonly string[])[] | undefined
  key?: string | undefined
}): ResultVersion {
  const objective = answers?.[0]?.length ?? 0
  const manifest: Omit<ResultManifest, 'combos'> = {
    examName: '测试',
    schoolName: '一中',
    gradeId: 10,
    startDate: '2026-11-28',
    examType: 3,
    policy: 'senior',
    thresholds: DEFAULT_RATE_THRESHOLDS,
    gradeScheme: GRADE_SCHEMES.seed_default.id,
    subjects: [
      {
        id: 1,
        name: '语文',
        fullMilli: fulls.reduce((sum, full) => sum + full, 0),
        questions: fulls.map((fullMilli, index) => ({
          id: index + 1,
          no: String(index + 1),
          type: index < objective ? 1 : 4,
          objective: index < objective,
          fullMilli,
          optionCount: index < objective ? 4 : null,
          key: index < objective ? [key] : [],
          status: 'normal',
          blocks: [],
        })),
      },
    ],
    classes: Array.from({ length: classes }, (_, place) => ({
      id: place + 1,
      name: `${place + 1}班`,
      school: 0,
    })),
    schools: [
      { id: 1, name: '第一中学', shortName: '一中', districtId: null, cityId: 5, provinceId: null },
    ],
    teachings: [],
    teachingsGuessed: false,
  }
  const people = orderPeople(
    manifest,
    rows.map((row, at) => ({
      row,
      at,
      candidateId: at + 1,
      studentId: at + 1,
      classId: (at % classes) + 1,
      examNo: String(10_000 + at),
      name: `考生${at + 1}`,
      namePinyin: `kaosheng ks${at + 1}`,
    })),
  )
  const builder = new SubjectBuilder(manifest.subjects[0]!, people.length)
  for (const [place, { row, at }] of people.entries()) {
    const isSat = typeof row !== 'string'
    const sum = isSat ? row.reduce((total, score) => total + score, 0) : null
    builder.put(place, {
      attendance: (isSat ? 0 : NOT_SAT[row]) satisfies Attendance,
      totalMilli: sum,
      objectiveMilli: isSat ? 0 : null,
      subjectiveMilli: sum,
      items: isSat ? row : [],
      answers: answers?.[at] ?? [],
    })
  }
  const { columns, combos } = assembleColumns(manifest, people, [builder.build()])
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
