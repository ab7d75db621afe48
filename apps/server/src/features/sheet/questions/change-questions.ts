import type { Db, Tables } from '@hengjuan/db'
import { AppError, type SheetDesign } from '@hengjuan/domain'
import type { Selectable } from 'kysely'
import type { Services } from '../../../services.ts'
import { type Draft, draftOf } from '../draft.ts'
import { type Change, diffDesigns } from '../library/diff-designs.ts'
import { saveSheet } from '../save-sheet.ts'
import { isMadeHere } from '../sheet-type.ts'

type Sheet = Selectable<Tables['answer_sheet']>
type Question = Draft['sections'][number]['questions'][number]

interface ChangedSheet {
  sheet_id: number
  version: number
  full_milli: number
  page_count: number
  changes: Change[]
}

/** The draft of a sheet that is made here. @throws AppError SHEET_NOT_DESIGNED */
export function designedDraft(sheet: Sheet): Draft {
  if (!isMadeHere(sheet)) throw new AppError('SHEET_NOT_DESIGNED', { name: sheet.name })
  return draftOf(JSON.parse(sheet.design) as SheetDesign)
}

/** Saves another question table of a sheet as its next version. @throws AppError as `saveSheet` */
export async function changeDesign(
  services: Services,
  db: Db,
  who: { schoolId: number; userId: number },
  sheet: Sheet,
  draft: Draft,
  more: {
    version?: number | undefined
    keys?: Record<string, string[]>
    rules?: Record<string, { missing_milli: number }>
  } = {},
): Promise<ChangedSheet> {
  const { version, ...keys } = more
  const saved = await saveSheet(services, db, who, sheet, {
    sheet_id: sheet.id,
    design: draft,
    ...(version === undefined ? {} : { version }),
    ...keys,
  })
  return {
    sheet_id: saved.sheet_id,
    version: saved.version,
    full_milli: saved.full_milli,
    page_count: saved.page_count,
    changes: diffDesigns(JSON.parse(sheet.design) as SheetDesign, draft as SheetDesign),
  }
}

/** The draft with a further question. @throws AppError NOT_FOUND for a section or question that is not there */
export function withQuestion(
  draft: Draft,
  place: { section: number; title?: string | undefined; after?: string | undefined },
  question: Question,
): Draft {
  const { sections } = draft
  if (place.section > sections.length)
    throw new AppError('NOT_FOUND', { what: `第 ${place.section + 1} 大题` })
  if (place.section === sections.length)
    return {
      ...draft,
      sections: [...sections, { title: place.title ?? '', questions: [question] }],
    }
  return {
    ...draft,
    sections: sections.map((section, at) => {
      if (at !== place.section) return section
      const index =
        place.after === undefined
          ? section.questions.length
          : section.questions.findIndex(({ no }) => no === place.after) + 1
      if (place.after !== undefined && index === 0)
        throw new AppError('NOT_FOUND', { what: `第 ${place.after} 题` })
      return { ...section, questions: section.questions.toSpliced(index, 0, question) }
    }),
  }
}

/** The draft without a question; a section left empty goes with it. @throws AppError NOT_FOUND */
export function withoutQuestion(draft: Draft, no: string): Draft {
  const sections = draft.sections
    .map((section) => ({
      ...section,
      questions: section.questions.filter((question) => question.no !== no),
    }))
    .filter(
      ({ questions }, at) => questions.length > 0 || draft.sections[at]?.questions.length === 0,
    )
  const count = (list: Draft['sections']) =>
    list.reduce((sum, { questions }) => sum + questions.length, 0)
  if (count(sections) === count(draft.sections))
    throw new AppError('NOT_FOUND', { what: `第 ${no} 题` })
  return { ...draft, sections }
}
