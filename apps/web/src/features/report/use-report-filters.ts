import { TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import { filter, useUrlFilters } from '@hengjuan/ui'
import type { KeptFilters } from './report-address.ts'

const filters = {
  exam_id: filter.id(),
  version: filter.id(),
  subject_id: filter.number(TOTAL_SUBJECT_ID),
  school_id: filter.id(),
  class_id: filter.id(),
  compare_exam_id: filter.id(),
}

/** What all report pages share: chosen once, kept in the address. */
export function useReportFilters() {
  const { values, set } = useUrlFilters(filters)
  const examId = values.exam_id ?? 0
  const kept: KeptFilters = {
    exam_id: examId,
    version: values.version,
    subject_id: values.subject_id === TOTAL_SUBJECT_ID ? null : values.subject_id,
    school_id: values.school_id,
    class_id: values.class_id,
    compare_exam_id: values.compare_exam_id,
  }
  return {
    examId,
    subjectId: values.subject_id,
    classId: values.class_id,
    schoolId: values.school_id,
    version: values.version,
    compareExamId: values.compare_exam_id,
    kept,
    set,
    /** As calls take them; a report without subjects is asked for none. */
    query: (of: 'total' | 'subject' | 'both') => ({
      exam_id: examId,
      ...(of === 'total' ? {} : { subject_id: values.subject_id }),
      ...(values.version === null ? {} : { version: values.version }),
      ...(values.school_id === null ? {} : { school_id: values.school_id }),
      ...(values.class_id === null ? {} : { class_id: values.class_id }),
      ...(values.compare_exam_id === null ? {} : { compare_exam_id: values.compare_exam_id }),
    }),
  }
}
