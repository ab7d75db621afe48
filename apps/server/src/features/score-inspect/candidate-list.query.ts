import type { Db } from '@hengjuan/db'

/** Candidates of a subject in the order of their numbers, with their scores and corrections. */
export const selectInspected = (
  db: Db,
  filter: { examId: number; subjectId: number; classId: number | undefined },
) =>
  db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .innerJoin('class', 'class.id', 'candidate.class_id')
    .innerJoin('student', 'student.id', 'candidate.student_id')
    .innerJoin('school', 'school.id', 'candidate.school_id')
    .where('candidate_subject.exam_id', '=', filter.examId)
    .where('candidate_subject.subject_id', '=', filter.subjectId)
    .$if(filter.classId !== undefined, (query) =>
      query.where('candidate.class_id', '=', filter.classId ?? 0),
    )
    .select((eb) => [
      'candidate_subject.candidate_id',
      'candidate.exam_no',
      'candidate.name',
      'student.name_pinyin',
      'candidate.class_id',
      'class.name as class_name',
      eb
        .case()
        .when(
          eb.exists(
            eb
              .selectFrom('block')
              .whereRef('block.exam_id', '=', 'candidate_subject.exam_id')
              .whereRef('block.subject_id', '=', 'candidate_subject.subject_id')
              .where('block.is_joint', '=', 1)
              .select('block.id'),
          ),
        )
        .then(eb.ref('school.name'))
        .else(null)
        .end()
        .as('school_name'),
      'candidate_subject.attendance',
      'candidate_subject.objective_milli',
      'candidate_subject.subjective_milli',
      'candidate_subject.total_milli',
      ...(['corrections', 'pending'] as const).map((name) =>
        eb
          .selectFrom('score_correction')
          .whereRef('score_correction.candidate_id', '=', 'candidate_subject.candidate_id')
          .whereRef('score_correction.subject_id', '=', 'candidate_subject.subject_id')
          .where('score_correction.state', 'in', name === 'pending' ? ['pending'] : ['applied'])
          .select(({ fn }) => fn.countAll().as('count'))
          .as(name),
      ),
    ])
    .orderBy('candidate.exam_no')
    .execute()
