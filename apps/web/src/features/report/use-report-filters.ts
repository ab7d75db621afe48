import { TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import { filter, useUrlFilters } from '@hengjuan/ui'

const filters = {
  exam_id: filter.id(),
  subject_id: filter.number(TOTAL_SUBJECT_ID),
  class_id: filter.id(),
}

/** Exam, subject and class of the report on screen, from the address. */
export function useReportFilters() {
  const { values, set } = useUrlFilters(filters)
  const examId = values.exam_id ?? 0
  return {
    examId,
    subjectId: values.subject_id,
    classId: values.class_id,
    set,
    /** As the calls take them. */
    query: {
      exam_id: examId,
      subject_id: values.subject_id,
      ...(values.class_id === null ? {} : { class_id: values.class_id }),
    },
  }
}
