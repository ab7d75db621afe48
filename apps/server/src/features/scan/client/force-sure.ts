import type { Db } from '@hengjuan/db'
import { AppError } from '@hengjuan/domain'
import type { NewDecision } from '../decide.ts'
import { type Scope, requireTemplate, selectSheetFacts } from '../facts.query.ts'
import { assignPages, pageTarget, strayFields } from '../judge/pages.ts'

/** What an operator saw on a page and accepts. */
interface Warning {
  page_seq: number
  codes: string[]
}

/** By this warning whole groups of boxes may have been read a place off. */
const SHIFTED = 'GRID_SHIFTED'

/**
 * Accepts pages in spite of warnings. What the warnings said is kept with the name of who accepted them.
 *
 * @throws AppError SCAN_SHEET_UNLOCATED for a page without a place in the template: there is no reading
 *   that could be accepted
 */
export async function acceptedWarnings(
  db: Db,
  scope: Scope,
  sheetId: string,
  given: { warnings: readonly Warning[]; note: string },
): Promise<NewDecision[]> {
  const { plan } = await requireTemplate(db, scope)
  const [sheet] = await selectSheetFacts(db, [sheetId])
  const roles = sheet ? assignPages(sheet, plan) : []
  return given.warnings.flatMap(({ page_seq, codes }): NewDecision[] => {
    const page = roles.find(({ seq }) => seq === page_seq)
    if (page?.role !== 'used') throw new AppError('SCAN_SHEET_UNLOCATED')
    const target = pageTarget(page_seq)
    const seen = [...new Set(codes)].sort()
    const said = page.reading.issues.filter(({ code }) => seen.includes(code))
    const verified: NewDecision = {
      kind: 'verify',
      target,
      sheetId,
      value: {
        codes: seen,
        reason: said.map(({ message }) => message).join('；') || seen.join('、'),
        note: given.note,
      },
    }
    if (!seen.includes(SHIFTED)) return [verified]
    const fields = strayFields(page.reading)
    return [verified, { kind: 'page', target, sheetId, value: { action: 'accept', fields } }]
  })
}
