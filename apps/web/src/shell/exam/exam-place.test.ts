import { permissionsOf, type Role, ROLE_CODES, roleLabel } from '@hengjuan/domain'
import { describe, expect, test } from 'vitest'
import { examPages } from '../../exam-pages.ts'
import { pages } from '../../routes.tsx'
import type { SessionUser } from '../../session/session-store.ts'
import { mayOpen } from '../menu-tree.ts'
import { examAddress, placeOf, sameElsewhere, sectionLinks } from './exam-place.ts'

const asRole = (role: Role) =>
  ({
    permissions: permissionsOf(role),
    exam_grants: [],
    current_role: { role, role_name: roleLabel(role) },
  }) as unknown as SessionUser
const exam = {
  side: 'organiser',
  published: false,
  subjects: [
    { subject_id: 1, mode: 1 },
    { subject_id: 2, mode: 1 },
  ],
} as const

test.for([
  ['/MarkSet', {}, 'exam_id=7&subject_id=2', { examId: 7, subjectId: 2 }],
  ['/MarkSet', {}, '', null],
  ['/MarkSet', {}, 'exam_id=x', null],
  [
    '/MainPage/exam-manage/divideBlock/:examId',
    { examId: '7' },
    '',
    { examId: 7, subjectId: null },
  ],
  // The sheets of the library belong to no exam.
  [
    '/adjust-coord/:examId/:subjectId/:type/:questionId/:isAddingQuestion',
    { examId: '0', subjectId: '0' },
    '',
    null,
  ],
  [
    '/MainPage/exam-manage/scan-error-handle/:subject/:nowTool/:filterChoices/:hideHandleBlock/:choiceCoordError',
    { subject: '3' },
    'exam_id=7',
    { examId: 7, subjectId: 3 },
  ],
  ['/MainPage/homePage', {}, 'exam_id=7', null],
] as const)('the place of %s with %o and ?%s', ([path, params, query, place]) => {
  expect(placeOf(path, params, new URLSearchParams(query))).toEqual(place)
})

test('a chosen subject goes along, also to pages of all subjects', () => {
  const at = { examId: 7, subjectId: 2 }
  expect(examAddress('/MarkingSupervision?exam_id=:exam', at)).toBe(
    '/MarkingSupervision?exam_id=7&subject_id=2',
  )
  expect(examAddress('/MarkSet?exam_id=:exam&subject_id=:subject', at)).toBe(
    '/MarkSet?exam_id=7&subject_id=2',
  )
})

test('a page of one subject cannot be had for all of them', () => {
  expect(sameElsewhere('/MarkSet', { examId: 7, subjectId: null })).toBe(null)
  expect(sameElsewhere('/MarkingSupervision', { examId: 7, subjectId: null })).toBe(
    '/MarkingSupervision?exam_id=7',
  )
})

describe('sections', () => {
  const sectionsFor = (role: Role, more: Partial<Parameters<typeof sectionLinks>[2]> = {}) =>
    sectionLinks(pages, asRole(role), { ...exam, ...more }, { examId: 7, subjectId: null }).map(
      ({ section }) => section,
    )

  test.for([
    ['school_admin', {}, 'overview students sheets scan exceptions settings supervision results'],
    ['scan_operator', {}, 'overview sheets scan exceptions supervision'],
    ['marking_teacher', {}, 'overview sheets settings supervision'],
    ['class_teacher', { published: true }, 'overview students sheets settings supervision reports'],
    ['school_admin', { side: 'member', published: true }, 'students reports'],
    ['regional_admin', { side: 'region', published: true }, 'reports'],
    ['student', {}, ''],
    // Nothing of an exam whose scores are imported is scanned or marked.
    [
      'school_admin',
      { subjects: [{ subject_id: 1, mode: 4 }] },
      'overview students sheets scoreImport results',
    ],
  ] as const)('a %s of %o', ([role, more, sections]) => {
    const shown = sectionsFor(role, more).filter((section) => examPages[section].length > 0)
    const expected = sections.split(' ').filter((section) => section in examPages)
    expect(shown).toEqual(expected.filter((one) => examPages[one as keyof typeof examPages].length))
  })

  test('no link has a hole in its address, and each leads to a page that the role may open', () => {
    for (const role of ROLE_CODES) {
      const user = asRole(role)
      const place = { examId: 7, subjectId: 2 }
      for (const { links } of sectionLinks(pages, user, { ...exam, published: true }, place))
        for (const { to, path } of links) {
          expect(to).not.toMatch(/:\w|undefined|null|NaN/)
          const page = pages.find((one) => one.path === path)
          expect(page && mayOpen(page, user), `${role} ${path}`).toBe(true)
        }
    }
  })
})

test('every page of an exam is in the table of pages', () => {
  const known = pages.map(({ path }) => path)
  const named = Object.values(examPages).flatMap((list) => list.map(({ path }) => path))
  expect(named.filter((path) => !known.includes(path))).toEqual([])
  expect(new Set(named).size).toBe(named.length)
})
