import type { SheetDraft } from '@hengjuan/contracts'
import {
  AppError,
  type AnswerSheetType,
  SHEET_TYPE_RULES,
  type SheetDesign,
} from '@hengjuan/domain'
import {
  type DesignProblem,
  layoutSheet,
  SheetDesignError,
  type SheetGeometry,
  tableProblems,
} from '@hengjuan/sheet'
import type { Static } from 'typebox'

export type Draft = Static<typeof SheetDraft>

/** A draft with what the server adds: the template's id, the printed code and the school's name. */
export const designOf = (
  draft: Draft,
  identity: { id: string; sheetCode: number; schoolName: string },
): SheetDesign => ({ ...identity, ...draft }) as unknown as SheetDesign

/** A design without what the server added. */
export function draftOf(design: SheetDesign): Draft {
  const { id: _id, sheetCode: _sheetCode, schoolName: _schoolName, ...draft } = design
  return draft
}

/** Lays a design out, or tells what is wrong with it. A type without paper has a table and no pages. */
export function tryLayout(
  design: SheetDesign,
  type: AnswerSheetType,
): { geometry: SheetGeometry; problems: [] } | { geometry: null; problems: DesignProblem[] } {
  const { page, isMarked } = SHEET_TYPE_RULES[type]
  if (page === 'none') {
    const problems = tableProblems(design, { isMarked })
    return problems.length > 0
      ? { geometry: null, problems }
      : { geometry: { design, columns: 1, pages: [] }, problems: [] }
  }
  try {
    return { geometry: layoutSheet(design), problems: [] }
  } catch (error) {
    if (error instanceof SheetDesignError) return { geometry: null, problems: error.problems }
    throw error
  }
}

/** @throws AppError SHEET_DESIGN_INVALID with one detail a problem; its path is the question's number */
export function layoutOrRefuse(design: SheetDesign, type: AnswerSheetType): SheetGeometry {
  const { geometry, problems } = tryLayout(design, type)
  if (geometry) return geometry
  const [first] = problems
  const reason = (first?.message ?? '').replace(/[。.]+$/, '')
  throw new AppError('SHEET_DESIGN_INVALID', {
    reason: problems.length > 1 ? `${reason} 等 ${problems.length} 处` : reason,
  }).withDetails(
    problems.map(({ questionNo, message }) => ({ path: `design.${questionNo ?? ''}`, message })),
  )
}
