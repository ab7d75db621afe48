import type { Db } from '@hengjuan/db'
import { findTemplate, type Scope, selectSheetFacts, selectSheetIdsOf } from '../facts.query.ts'
import type { LiveDecision, PageFacts, SheetFacts } from '../judge/facts.ts'
import { assignPages, decisionOn } from '../judge/pages.ts'
import { readScore } from '../judge/scores.ts'
import { planWithMarks } from '../score-marks.query.ts'

/** An answer or a mark that a person may change, where it stands on a sheet. */
export interface ResultPlace {
  kind: 'answer' | 'score'
  target: string
  sheet: SheetFacts
  page: PageFacts
  /** What a person said last; the machine's reading counts without. */
  decided: LiveDecision | undefined
  /** An exception waits for it. */
  isOpen: boolean
  /** Of a score: what counts now, thousandths; null while a person has to look. */
  countedMilli: number | null
}

/** The sheets in use of a candidate, and every place on them, in the order of the pages. */
export async function selectResultFacts(db: Db, scope: Scope, candidateId: number) {
  const sheetIds = await selectSheetIdsOf(db, scope, [candidateId])
  const sheets = await selectSheetFacts(db, sheetIds.toSorted())
  const bound = sheets.length === 0 ? undefined : await findTemplate(db, scope)
  if (!bound) return { bound: undefined, sheets, places: [], version: versionOf(sheets, []) }
  const plan = await planWithMarks(db, scope, bound.plan)
  const open = await selectOpenTargets(db, sheetIds)
  const places = sheets.flatMap((sheet) =>
    assignPages(sheet, plan)
      .filter(({ role }) => role === 'used')
      .flatMap((page) => placesOn(sheet, page, plan, open)),
  )
  return { bound, sheets, places, version: versionOf(sheets, await selectUndone(db, sheetIds)) }
}

function placesOn(
  sheet: SheetFacts,
  page: PageFacts,
  plan: Awaited<ReturnType<typeof planWithMarks>>,
  open: ReadonlySet<string>,
): ResultPlace[] {
  const at = (kind: ResultPlace['kind'], target: string) => ({
    kind,
    target,
    sheet,
    page,
    decided: decisionOn(sheet.decisions, kind, target),
    isOpen: open.has(`${sheet.id} ${target}`),
    countedMilli: null,
  })
  const planned = plan.find(({ page: no }) => no === page.reading.page)
  return [
    ...page.reading.fields
      .filter(({ kind }) => kind === 'choice' || kind === 'optionalChoice')
      .map(({ id }) => at('answer', id)),
    ...[...(planned?.scores ?? [])].map(([id, score]) => {
      const place = at('score', id)
      const read = readScore(page.reading, id, score)
      const countedMilli = place.decided?.value.score_milli ?? (read.isSure ? read.milli : null)
      return { ...place, countedMilli }
    }),
  ]
}

async function selectOpenTargets(db: Db, sheetIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('scan_exception')
    .select(['sheet_id', 'target'])
    .where('sheet_id', 'in', [...sheetIds])
    .where('state', '=', 'open')
    .where('category', 'in', ['choice', 'score'])
    .execute()
  return new Set(rows.map(({ sheet_id, target }) => `${sheet_id} ${target}`))
}

const selectUndone = (db: Db, sheetIds: readonly string[]) =>
  db
    .selectFrom('scan_decision')
    .select('id')
    .where('sheet_id', 'in', [...sheetIds])
    .where('undone_at', 'is not', null)
    .execute()

/**
 * Changes when a sheet comes or goes, and with every decision made or undone about those there are: the
 * last decision that stands, and how many do and do not.
 */
const versionOf = (sheets: readonly SheetFacts[], undone: readonly { id: number }[]): string => {
  const live = sheets.flatMap(({ decisions }) => decisions.map(({ id }) => id))
  return [sheets.length, Math.max(0, ...live), live.length, undone.length].join('.')
}
