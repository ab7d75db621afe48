import type { Db } from '@hengjuan/db'
import {
  assembleColumns,
  orderPeople,
  type Person,
  type ResultVersion,
  SubjectBuilder,
} from '@hengjuan/stats'
import { type ExamManifest, rulesOf, selectSchools, selectTeachings } from './manifest.query.ts'
import type { SnapshotManifest, SnapshotSubjectResult } from './snapshot-data.ts'

/** Candidates that are read at a time: a row is some kilobytes of JSON. */
const READ_AT_ONCE = 2000

/** Makes columns of the rows of a version from before they were stored: JSON of each candidate. What an older one did not keep is filled from today. */
export async function readRows(
  db: Db,
  snapshotId: number,
  stored: SnapshotManifest | ExamManifest,
): Promise<Pick<ResultVersion, 'manifest' | 'columns'>> {
  const people = await selectPeople(db, snapshotId)
  const manifest = 'schools' in stored ? stored : await completeManifest(db, stored, people)
  const ordered = orderPeople(manifest, people)
  const placeOf = new Map(ordered.map(({ candidateId }, place) => [candidateId, place]))
  const builders = manifest.subjects.map((subject) => new SubjectBuilder(subject, ordered.length))
  for (let after = 0; ;) {
    const rows = await db
      .selectFrom('snapshot_row')
      .where('snapshot_id', '=', snapshotId)
      .where('candidate_id', '>', after)
      .select(['candidate_id', 'results'])
      .orderBy('candidate_id')
      .limit(READ_AT_ONCE)
      .execute()
    for (const { candidate_id, results } of rows) {
      const own = JSON.parse(results) as Record<string, SnapshotSubjectResult>
      for (const [index, { id }] of manifest.subjects.entries()) {
        const result = own[id]
        const place = placeOf.get(candidate_id)
        if (result && place !== undefined) builders[index]?.put(place, result)
      }
    }
    const last = rows.at(-1)
    if (!last) break
    after = last.candidate_id
  }
  const { columns, combos } = assembleColumns(
    manifest,
    ordered,
    builders.map((builder) => builder.build()),
  )
  return { manifest: { ...manifest, combos }, columns }
}

async function selectPeople(
  db: Db,
  snapshotId: number,
): Promise<(Person & { schoolId: number })[]> {
  const rows = await db
    .selectFrom('snapshot_row')
    .where('snapshot_id', '=', snapshotId)
    .select([
      'candidate_id',
      'student_id',
      'class_id',
      'school_id',
      'exam_no',
      'name',
      'name_pinyin',
    ])
    .execute()
  return rows.map((row) => ({
    candidateId: row.candidate_id,
    studentId: row.student_id,
    classId: row.class_id,
    schoolId: row.school_id,
    examNo: row.exam_no,
    name: row.name,
    namePinyin: row.name_pinyin,
  }))
}

async function completeManifest(
  db: Db,
  old: SnapshotManifest,
  people: readonly { classId: number; schoolId: number }[],
): Promise<ExamManifest> {
  const schoolOf = new Map(people.map(({ classId, schoolId }) => [classId, schoolId]))
  const schools = await selectSchools(db, [...new Set(schoolOf.values())])
  return {
    ...old,
    ...rulesOf(old.gradeId),
    examType: 0,
    subjects: old.subjects.map((subject) => ({
      ...subject,
      questions: subject.questions.map((question) => ({ ...question, blocks: [] })),
    })),
    classes: old.classes.map(({ id, name }) => ({
      id,
      name,
      school: Math.max(
        0,
        schools.findIndex((school) => school.id === schoolOf.get(id)),
      ),
    })),
    schools,
    teachings: await selectTeachings(db, old.classes, old.subjects),
    teachingsGuessed: true,
  }
}
