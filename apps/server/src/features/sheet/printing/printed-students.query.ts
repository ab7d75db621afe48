import type { Db } from '@hengjuan/db'
import { classLabel } from '@hengjuan/domain'
import type { SheetStudent } from '@hengjuan/sheet'

export interface PrintFilter {
  examId: number
  subjectId: number
  classes: 'all' | readonly number[]
}

/** Candidates that are read at once. */
const BATCH = 100

const selectPrinted = (db: Db, { examId, subjectId, classes }: PrintFilter) =>
  db
    .selectFrom('candidate')
    .innerJoin('candidate_subject', 'candidate_subject.candidate_id', 'candidate.id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .where('candidate.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.attendance', '!=', 3)
    .$if(classes !== 'all', (query) =>
      query.where('candidate.class_id', 'in', classes.length > 0 ? (classes as number[]) : [-1]),
    )

/** How many copies will be printed. */
export async function countPrinted(db: Db, filter: PrintFilter): Promise<number> {
  const { total } = await selectPrinted(db, filter)
    .select((eb) => eb.fn.countAll().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

interface Printed {
  name: string
  exam_no: string
  class_id: number
  class_name: string
  grade_id: number
  room_no: string | null
  seat_no: string | null
}

/** The next candidates in the order of printing. */
const selectBatch = (db: Db, filter: PrintFilter, after: Printed | null): Promise<Printed[]> =>
  selectPrinted(db, filter)
    .$if(after !== null, (query) =>
      query.where((eb) =>
        eb.or([
          eb('class.id', '>', after?.class_id ?? 0),
          eb.and([
            eb('class.id', '=', after?.class_id ?? 0),
            eb('candidate.exam_no', '>', after?.exam_no ?? ''),
          ]),
        ]),
      ),
    )
    .select(['candidate.name', 'candidate.exam_no', 'candidate.room_no', 'candidate.seat_no'])
    .select(['class.id as class_id', 'class.name as class_name', 'class.grade_id'])
    .orderBy('class.id')
    .orderBy('candidate.exam_no')
    .limit(BATCH)
    .execute()

/** Candidates who sit the subject, class by class and in each by exam number, a batch at a time. */
export async function* printedStudents(db: Db, filter: PrintFilter): AsyncGenerator<SheetStudent> {
  let last: Printed | null = null
  do {
    const rows: Printed[] = await selectBatch(db, filter, last)
    for (const { name, exam_no, class_name, grade_id, room_no, seat_no } of rows)
      yield {
        name,
        examNo: exam_no,
        className: classLabel(grade_id, class_name),
        ...(room_no === null ? {} : { room: room_no }),
        ...(seat_no === null ? {} : { seat: seat_no }),
      }
    last = rows.length < BATCH ? null : (rows.at(-1) ?? null)
  } while (last !== null)
}
