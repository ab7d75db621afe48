import type { avoidancePeople, ReplyOf } from '@hengjuan/contracts'
import { columnsHold, type Db } from '@hengjuan/db'
import { holdsText } from '@hengjuan/domain'
import { selectMarkingStaff } from '../allocation/marking-staff.query.ts'

type People = ReplyOf<typeof avoidancePeople>

const MOST = 20

const candidatesOf = (db: Db, examId: number) =>
  db
    .selectFrom('candidate')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .where('candidate.exam_id', '=', examId)
    .select(['candidate.id', 'candidate.name', 'candidate.exam_no', 'student.student_no'])
    .select(['class.name as class_name', 'school.name as school_name'])
    .orderBy('candidate.exam_no')
    .orderBy('candidate.id')

/** Candidates by name, number or class. A space between words asks for all of them: `1班 王`. */
export async function searchCandidates(db: Db, examId: number, keyword: string): Promise<People> {
  const words = keyword.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  let query = candidatesOf(db, examId).limit(MOST)
  for (const word of words) {
    query = query.where((eb) =>
      columnsHold(
        db,
        [
          eb.ref('candidate.name'),
          eb.ref('candidate.name_pinyin'),
          eb.ref('candidate.exam_no'),
          eb.ref('student.student_no'),
          eb.ref('class.name'),
        ],
        word,
      ),
    )
  }
  return (await query.execute()).map((row) => ({
    person_id: row.id,
    name: row.name,
    code: row.exam_no,
    class_name: row.class_name,
    school_name: row.school_name,
  }))
}

/** Teachers of the schools of an exam by name, pinyin, account or school. */
export async function searchMarkers(
  db: Db,
  exam: { id: number; school_id: number },
  keyword: string,
): Promise<People> {
  const words = keyword.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const staff = await selectMarkingStaff(db, exam)
  return staff
    .filter(({ name, namePinyin, account, schoolName }) =>
      words.every((word) =>
        [name, namePinyin, account, schoolName].some((text) => holdsText(text, word)),
      ),
    )
    .slice(0, MOST)
    .map(({ id, name, account, schoolName }) => ({
      person_id: id,
      name,
      code: account,
      class_name: '',
      school_name: schoolName,
    }))
}

export const findCandidate = (db: Db, examId: number, candidateId: number) =>
  candidatesOf(db, examId).where('candidate.id', '=', candidateId).executeTakeFirst()

/** Everybody who sits an exam, to look up the rows of a table. */
export const selectCandidates = (db: Db, examId: number) => candidatesOf(db, examId).execute()
