import type { Role } from './role.ts'

/** 4 school manager, 3 town or district education, 2 and 1 city education research. */
export type ScopeLevel = 1 | 2 | 3 | 4

export const SCOPE_LEVELS: Record<ScopeLevel, string> = {
  1: '市级教研（含省）',
  2: '市级教研',
  3: '区县教育',
  4: '学校管理',
}

export interface ScopeIds<Id> {
  provinceId?: Id
  cityId?: Id
  districtId?: Id
  schoolId?: Id
}

/**
 * The ids that a level sends and is held to: 4 the school, 3 the district, 2 and 1 the city, 1 also
 * the province if known.
 *
 * @source specification, section 6; domain rules 18.1
 */
export function scopeIds<Id>(level: ScopeLevel, ids: ScopeIds<Id>): ScopeIds<Id> {
  if (level === 4) return { schoolId: ids.schoolId }
  if (level === 3) return { districtId: ids.districtId }
  if (level === 2 || ids.provinceId === undefined) return { cityId: ids.cityId }
  return { cityId: ids.cityId, provinceId: ids.provinceId }
}

/** `all`: no restriction within the school. An empty list allows nothing. */
export type ScopeList<Id> = 'all' | readonly Id[]

/** What a staff member was given: their grades, classes and subjects within the school. */
export interface ScopeLists<Id> {
  grades: ScopeList<Id>
  classes: ScopeList<Id>
  subjects: ScopeList<Id>
}

type ScopeDimension = keyof ScopeLists<unknown>

/** The lists that do not restrict a role; the specification calls them cleared. */
const clearedLists: Record<Role, readonly ScopeDimension[]> = {
  school_admin: ['grades', 'classes', 'subjects'],
  principal: ['grades', 'classes', 'subjects'],
  vice_principal: ['grades', 'classes', 'subjects'],
  academic_director: ['grades', 'classes', 'subjects'],
  grade_director: ['classes', 'subjects'],
  // Not in the specification's list: leads a grade, so scoped as its director.
  grade_group_leader: ['classes', 'subjects'],
  subject_leader: ['classes'],
  prep_leader: ['classes'],
  class_teacher: [],
  subject_teacher: [],
  marking_teacher: [],
  // Regional roles are held by the ids of their level; a researcher also by subject.
  marking_admin: ['grades', 'classes', 'subjects'],
  regional_admin: ['grades', 'classes', 'subjects'],
  researcher: ['classes'],
  research_leader: ['classes'],
  scan_operator: ['grades', 'classes', 'subjects'],
  student: [],
}

/**
 * The grades, classes and subjects that a person sees in their current role.
 *
 * Lists that the role clears become `all`; the others restrict as given. A student never sees by list,
 * only the own record, so all three are empty.
 *
 * @source specification, section 6 (permission scoping); domain rules 18.1
 */
export function effectiveScope<Id>(role: Role, lists: ScopeLists<Id>): ScopeLists<Id> {
  if (role === 'student') return { grades: [], classes: [], subjects: [] }
  const cleared = clearedLists[role]
  const effective = (dimension: ScopeDimension) =>
    cleared.includes(dimension) ? 'all' : lists[dimension]
  return {
    grades: effective('grades'),
    classes: effective('classes'),
    subjects: effective('subjects'),
  }
}

/** Does the list allow this id? */
export const scopeAllows = <Id>(list: ScopeList<Id>, id: Id): boolean =>
  list === 'all' || list.includes(id)

/** The given ids that the list allows, in their given order: exam subjects ∩ permitted subjects. */
export const withinScope = <Id>(list: ScopeList<Id>, ids: readonly Id[]): Id[] =>
  ids.filter((id) => scopeAllows(list, id))
