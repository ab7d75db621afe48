import { useRoute } from '@hengjuan/client/react'
import { schoolClasses, schoolSubjects, schoolSystem, staffList } from '@hengjuan/contracts'
import { classLabel, GRADES } from '@hengjuan/domain'
import { useQueryClient } from '@tanstack/react-query'

/** Grades of the school that have classes. */
export function useGrades() {
  const system = useRoute(schoolSystem, {})
  return system.data?.stages.flatMap(({ grades }) => grades) ?? []
}

/** Every grade that there is, for what is to be made. */
export const GRADE_OPTIONS = Object.entries(GRADES).map(([id, { label }]) => ({
  value: Number(id),
  label,
}))

/** Classes to choose from, called with their grade. */
export function useClassOptions() {
  const classes = useRoute(schoolClasses, { query: {} })
  return (classes.data ?? []).map(({ class_id, grade_id, name }) => ({
    value: class_id,
    label: classLabel(grade_id, name),
    gradeId: grade_id,
  }))
}

const ALL_STAFF = 5000

/** People to choose from as teachers. */
export function useStaffOptions() {
  const staff = useRoute(staffList, { query: { limit: ALL_STAFF } })
  return (staff.data?.list ?? []).map(({ user_id, name, account }) => ({
    value: user_id,
    label: `${name}（${account}）`,
  }))
}

export function useSubjectOptions() {
  const subjects = useRoute(schoolSubjects, {})
  return (subjects.data ?? []).map(({ subject_id, name }) => ({ value: subject_id, label: name }))
}

/** People and classes stand in many lists; all are asked for anew. */
export function useRefreshSchool(): () => Promise<unknown> {
  const cache = useQueryClient()
  return () => cache.invalidateQueries()
}
