import type { Db } from '@hengjuan/db'
import { AppError, checkAgainstRoster, type FieldReading, numberEvidence } from '@hengjuan/domain'
import { ghostOf, pageRead, printedBoxes } from '@hengjuan/omr'
import type { Services } from '../../services.ts'
import type { Viewer } from '../quality/index.ts'
import { describeScore, scoreQuad } from './describe-score.ts'
import { describeSheet, pieceUrl } from './describe-sheet.ts'
import {
  type ExceptionRow,
  findException,
  findExceptionState,
  selectPeople,
} from './exception.query.ts'
import { type BoundTemplate, requireTemplate, type Scope, selectSheetFacts } from './facts.query.ts'
import { boxOf, cornersOf, fieldQuad, type Point, quadOf } from './geometry.ts'
import { evidenceRegions } from './issue-evidence.ts'
import type { PageFacts, SheetFacts } from './judge/facts.ts'
import { isFilledNumber } from './judge/identity.ts'
import { decisionOn } from './judge/pages.ts'
import { selectUnlocated } from './locate-alike.ts'
import { selectNeighbours } from './neighbours.query.ts'
import { pageSight } from './page-sight.ts'
import { selectMarkedBlocks } from './score-marks.query.ts'

/** Rows of the list as they go out; choices and marks with what the machine saw and where. */
export async function describeItems(
  db: Db,
  services: Services,
  viewer: Viewer,
  scope: Scope,
  rows: readonly ExceptionRow[],
) {
  const ids = rows.flatMap(({ category, sheet_id }) =>
    (category === 'choice' || category === 'score') && sheet_id ? [sheet_id] : [],
  )
  const template = ids.length > 0 ? await requireTemplate(db, scope) : null
  const facts = new Map(
    (await selectSheetFacts(db, [...new Set(ids)])).map((sheet) => [sheet.id, sheet]),
  )
  const blocks = rows.some(({ category }) => category === 'score')
    ? await selectMarkedBlocks(db, scope)
    : new Map<string, never>()
  const sight = await pageSight(
    db,
    services,
    viewer,
    scope,
    [...facts.values()].map(({ candidateId }) => candidateId),
  )
  return rows.map((row) => {
    const sheet = facts.get(row.sheet_id ?? '')
    const urlOf = (page: PageFacts) => (sheet ? sight.urlOf(sheet, page) : '')
    return {
      ...row,
      batch_label: row.batch_label ?? '',
      choice:
        sheet && template && row.category === 'choice'
          ? describeChoice(urlOf, template, sheet, row.target)
          : null,
      score:
        sheet && template && row.category === 'score'
          ? describeScore(urlOf, template, blocks, sheet, row.target)
          : null,
    }
  })
}

/** The page and the reading of a field; null when the page is no longer in use. */
export function findField(
  sheet: SheetFacts,
  id: string,
): { page: PageFacts; field: FieldReading } | null {
  for (const page of sheet.pages) {
    const field = page.reading.fields.find((one) => one.id === id)
    if (field) return { page, field }
  }
  return null
}

/** Width of a printed digit. */
const DIGIT_MM = 1.8

/** A choice: its field, what the machine read, and what holds now; null when its page is no longer in use. */
export function describeChoice(
  urlOf: (page: PageFacts) => string,
  { template }: BoundTemplate,
  sheet: SheetFacts,
  target: string,
) {
  const found = findField(sheet, target)
  const planned = template.pages.flatMap(({ fields }) => fields).find(({ id }) => id === target)
  if (!found || !planned) return null
  const { page, field } = found
  const questionNo = target.split(':')[1] ?? target
  const quad = fieldQuad(page.reading, field, 3, (questionNo.length - 1) * DIGIT_MM)
  const decided = decisionOn(sheet.decisions, 'answer', target)
  return {
    question_no: questionNo,
    multiple: planned.multiple,
    options: [...new Set(planned.bubbles.map(({ value }) => value))],
    reading: field,
    answer: decided?.value.values ?? field.values,
    strip_url: pieceUrl(urlOf(page), page, quad),
    strip_box: boxOf(quad, { width: page.reading.widthPx, height: page.reading.heightPx }),
  }
}

/** One exception with its sheet, what to look at, and who it may be. */
export async function describeException(
  db: Db,
  services: Services,
  viewer: Viewer,
  scope: Scope,
  exceptionId: number,
) {
  const state = await findExceptionState(db, scope, exceptionId)
  const row = state && (await findException(db, scope, exceptionId, state.state))
  if (!row?.sheet_id) throw new AppError('NOT_FOUND', { what: '这条异常' })
  const template = await requireTemplate(db, scope)
  const [facts] = await selectSheetFacts(db, [row.sheet_id])
  if (!facts) throw new AppError('SCAN_SHEET_NOT_FOUND')
  const [item] = await describeItems(db, services, viewer, scope, [row])
  if (!item) throw new AppError('NOT_FOUND', { what: '这条异常' })
  const detail = JSON.parse(row.detail) as { others?: string[] }
  const others = []
  for (const id of detail.others ?? [])
    others.push(await describeSheet(db, services, viewer, scope, template, id))
  return {
    item,
    sheet: await describeSheet(db, services, viewer, scope, template, row.sheet_id),
    regions: regionsOf(row, facts, template),
    anchors: template.template.pages.map((page) => ({
      page: page.page,
      width_mm: page.widthMm,
      height_mm: page.heightMm,
      corners: cornersOf(page).map(({ id, xMm, yMm }) => ({ id, x_mm: xMm, y_mm: yMm })),
      printed: printedBoxes(page),
    })),
    ghosts: ghostsOf(facts, template),
    neighbours:
      row.category === 'exam_no'
        ? await selectNeighbours(db, row.sheet_id)
        : { before: null, after: null },
    unlocated: await countUnlocated(db, scope, row),
    others,
    proposals: row.category === 'exam_no' ? await propose(db, scope, facts) : [],
  }
}

/** How many further pages of the batch wait to be located. */
async function countUnlocated(db: Db, scope: Scope, row: ExceptionRow): Promise<number> {
  const seq = /^page:(\d+)$/.exec(row.target)?.[1]
  if (row.category !== 'positioning' || row.sheet_id === null || seq === undefined) return 0
  return (await selectUnlocated(db, scope, { sheetId: row.sheet_id, pageSeq: Number(seq) })).length
}

/** The template over each page that was located, in the print that was read. */
const ghostsOf = ({ pages }: SheetFacts, { template }: BoundTemplate) =>
  pages.flatMap(({ seq, reading }) => {
    const ghost = ghostOf(template, reading)
    return ghost ? [{ page_seq: seq, ...ghost }] : []
  })

interface Region {
  page_seq: number
  label: string
  quad: Point[]
  tone: 'error' | 'info'
}

/** What to outline on the image, the first one being what to look at. */
function regionsOf(row: ExceptionRow, facts: SheetFacts, bound: BoundTemplate): Region[] {
  const { template } = bound
  const wanted = (field: FieldReading): boolean => {
    switch (row.category) {
      case 'exam_no':
      case 'duplicate':
        return field.kind === 'examNo'
      case 'absence':
        return field.kind === 'absent'
      case 'choice':
        return field.id === row.target
      case 'objective_box':
        return field.state === 'box_error'
      case 'to_verify':
        return row.target === 'misconduct' && field.kind === 'misconduct'
      default:
        return false
    }
  }
  const marked = facts.pages.flatMap(({ seq, reading }): Region[] => {
    const planned = pageRead(template, reading)
    const fields = reading.fields.filter(wanted).flatMap((field): Region[] => {
      const quad = fieldQuad(reading, field)
      return quad ? [{ page_seq: seq, label: '', quad, tone: 'error' }] : []
    })
    const codes =
      row.category === 'exam_no' || row.category === 'duplicate'
        ? (planned?.barcodes ?? []).flatMap((code): Region[] => {
            const quad = quadOf(reading, code)
            return quad ? [{ page_seq: seq, label: '条形码', quad, tone: 'error' }] : []
          })
        : []
    const written =
      row.category === 'absence'
        ? reading.regions
            .filter(({ blockKey }) => blockKey !== null)
            .map(({ quadPx, inkRatio }): Region => ({
              page_seq: seq,
              label: `墨迹 ${(inkRatio * 100).toFixed(1)}%`,
              quad: quadPx,
              tone: 'info',
            }))
        : []
    const mark = row.category === 'score' ? scoreQuad(bound, reading, row.target) : null
    const marks: Region[] = mark ? [{ page_seq: seq, label: '', quad: mark, tone: 'error' }] : []
    return [...fields, ...codes, ...written, ...marks]
  })
  return [...evidenceRegions(row, facts.pages), ...marked]
}

const PROPOSALS = 8

/** Candidates who may have left what was read of the number, those without a sheet first. */
async function propose(db: Db, scope: Scope, sheet: SheetFacts) {
  const { list } = await selectPeople(
    db,
    scope,
    { withoutSheet: false },
    { limit: 20_000, offset: 0 },
  )
  const likely = likelyNumbers(
    sheet,
    list.map(({ exam_no }) => exam_no),
  )
  return list
    .map((person) => ({ ...person, probability: likely.get(person.exam_no) ?? 0 }))
    .filter(({ probability, sheets }) => probability > 0 || sheets === 0)
    .sort(
      (a, b) =>
        Number(a.sheets > 0) - Number(b.sheets > 0) ||
        b.probability - a.probability ||
        (a.exam_no < b.exam_no ? -1 : 1),
    )
    .slice(0, PROPOSALS)
}

/** Probability of each number that may be meant; sources that disagree share it. */
function likelyNumbers(sheet: SheetFacts, roster: readonly string[]): Map<string, number> {
  const sources = sheet.pages.flatMap(({ reading }) => [
    ...reading.barcodes.flatMap(({ purpose, text }) =>
      purpose === 'examNo' && text ? [{ text: text.trim(), columns: null }] : [],
    ),
    ...reading.fields
      .filter((field) => field.kind === 'examNo' && isFilledNumber(field))
      .map(numberEvidence),
  ])
  const likely = new Map<string, number>()
  for (const source of sources) {
    const check = checkAgainstRoster(source, roster)
    const found =
      check.kind === 'listed' ? [{ examNo: check.examNo, probability: 1 }] : check.proposals
    for (const { examNo, probability } of found)
      likely.set(examNo, (likely.get(examNo) ?? 0) + probability / sources.length)
  }
  return likely
}
