import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReplyOf, sheetDetail, sheetOmr } from '@hengjuan/contracts'
import { makeAnswers, type SheetTruth, type SimulatedStudent } from '@hengjuan/scan-simulator'
import { blocksOf, sampleKeys, type SheetGeometry } from '@hengjuan/sheet'
import type { Account } from './account.ts'
import { clearExceptions, type Clearing, paperOf, type SheetInHand } from './exceptions.ts'
import { abilityIn, itemOf, shareOf } from './item-model.ts'
import { scanStack } from './paper.ts'
import { stampCells } from './reader-stamp.ts'
import { cleanScans, planScans, type PlannedSheet, type ScanPlan } from './scan-plan.ts'
import type { DemoExam, DemoSubject } from './school.ts'
import type { StationDoor } from './station.ts'

const DPI = 200

/** A subject on its way through the exam, with everything that is true about it. */
export interface SubjectRun {
  subjectId: number
  name: string
  keys: Readonly<Record<string, readonly string[]>>
  geometry: SheetGeometry
  students: SimulatedStudent[]
  plan: ScanPlan
  /** Truth of every scanned sheet of paper, by `paperOf`. */
  papers: Map<string, SheetInHand & { planned: PlannedSheet }>
  pagesScanned: number
}

interface BatchState {
  /** What waits for the operator at the feeder. */
  in_tray: number
  batch_id: string
  images: number
  read: number
  sheets: number
  uploaded: number
  state: string
  problem: string
}

/** Prints the sheets of a subject and lets every candidate write. */
export async function prepareSubject(
  director: Account,
  exam: DemoExam,
  subject: DemoSubject | (Pick<DemoSubject, 'id' | 'name'> & Pick<SubjectRun, 'keys'>),
  options: {
    seed: string
    stamped: boolean
    /** Is one sheet spoiled in every way, and somebody away? Small exams have none of it. */
    spoiled?: boolean
  },
): Promise<SubjectRun> {
  const sheet = exam.sheets.get(subject.id)
  if (!sheet) throw new Error(`no sheet for ${subject.name}`)
  const detail = await director.call(sheetDetail, { query: { sheet_id: sheet.sheetId } })
  const geometry = detail.geometry as SheetGeometry
  const keys = 'keys' in subject ? subject.keys : sampleKeys[subject.sample]
  const students = exam.candidates.map((candidate) => {
    const student = makeAnswers(
      geometry,
      { name: candidate.name, className: candidate.class_name, examNo: candidate.examNo },
      keys,
      `${options.seed}/${subject.id}/items`,
      (no) => shareOf(itemOf(`${subject.id}/${no}`, 'ticked'), abilityIn(candidate, subject.id)),
    )
    if (!options.stamped) return student
    const stamps = Object.fromEntries(
      blocksOf(geometry.design)
        .filter(({ key }) => (student.writing[key] ?? 0) > 0)
        .map(({ key }) => [
          key,
          stampCells({ examNo: candidate.examNo, subjectId: subject.id, blockKey: key }),
        ]),
    )
    return { ...student, stamps }
  })
  const examNos = exam.candidates.map(({ examNo }) => examNo)
  const plan =
    (options.spoiled ?? true)
      ? planScans(
          examNos,
          { id: subject.id, hasBarcode: geometry.design.numberStyle !== 'bubble' },
          options.seed,
        )
      : cleanScans(examNos.length)
  return {
    subjectId: subject.id,
    name: subject.name,
    keys,
    geometry,
    students,
    plan,
    papers: new Map(),
    pagesScanned: 0,
  }
}

/** Feeds a stack to the station and waits until the server has every sheet of it. */
export async function scanSubject(
  station: StationDoor,
  exam: DemoExam,
  run: SubjectRun,
  options: {
    label: string
    stack: readonly PlannedSheet[]
    otherGeometry: SheetGeometry
    folder: string
    seed: string
    onSheet: () => Promise<void> | void
  },
): Promise<void> {
  const folder = join(options.folder, `${exam.examId}-${run.subjectId}-${options.label}`)
  await mkdir(folder, { recursive: true })
  const batch = await station.call<BatchState>('openBatch', {
    exam_id: exam.examId,
    subject_id: run.subjectId,
    label: options.label,
    folder,
  })
  const truths = await scanStack(
    {
      geometry: run.geometry,
      otherGeometry: options.otherGeometry,
      students: run.students,
      stack: [...options.stack],
      folder,
      seed: `${options.seed}/${run.subjectId}/${options.label}`,
      dpi: DPI,
    },
    (pages) => {
      run.pagesScanned += pages
      void options.onSheet()
    },
  )
  const strangers = options.stack.filter(isStranger)
  truths.forEach((truth: SheetTruth, index) => {
    const planned = options.stack[index]
    if (!planned) throw new Error('more truth than sheets')
    // A stranger's sheet is taken out of the stack at the station; its place stays empty.
    if (isStranger(planned)) return
    run.papers.set(paperOf(options.label, index + 1), {
      truth,
      rescanned: planned.rescanned,
      planned,
    })
  })
  const pages = truths.reduce((sum, truth) => sum + truth.pages.length, 0)
  for (;;) {
    const state = await station.call<BatchState>('batch', { batch_id: batch.batch_id })
    if (state.images >= pages) break
    await new Promise((resume) => setTimeout(resume, 200))
  }
  await station.call('closeBatch', { batch_id: batch.batch_id })
  let takenOut = 0
  let saidBefore = 0
  for (;;) {
    const state = await station.call<BatchState>('waitForBatch', {
      batch_id: batch.batch_id,
      timeout_ms: 5_000,
    })
    if (state.state === 'closed') break
    const strangersNow = state.in_tray > 0 ? await takeOutStrangers(station, batch.batch_id) : 0
    takenOut += strangersNow
    // What it said of a sheet that was just taken out stands a moment longer.
    saidBefore = strangersNow === 0 && state.problem ? saidBefore + 1 : 0
    if (saidBefore === MOST_SAID) throw new Error(`the station says: ${state.problem}`)
  }
  if (takenOut !== strangers.length)
    throw new Error(`${takenOut} of ${strangers.length} sheets of another subject were found`)
}

/** Answers with the same complaint after which it is believed to stay. */
const MOST_SAID = 3

const isStranger = ({ defects }: PlannedSheet): boolean =>
  defects.some(({ kind }) => kind === 'otherExamPage')

/** Sheets of another subject wait in the station's tray; the operator takes them out. @returns how many */
async function takeOutStrangers(station: StationDoor, batchId: string): Promise<number> {
  const { items } = await station.call<{
    items: { item_id: string; kind: string }[]
  }>('listTray', { batch_id: batchId })
  const strangers = items.filter(({ kind }) => kind === 'other_subject')
  for (const { item_id } of strangers)
    await station
      .call('settleTray', { batch_id: batchId, item_id, decision: 'discard' })
      // A station that was killed after it did so says that there is nothing left to do.
      .catch((error: unknown) => {
        if (!String(error).includes('TRAY_SETTLED')) throw error
      })
  return strangers.length
}

/** What the machine's own readings say against the truth, before anybody corrected anything. */
export interface ReadingCheck {
  fields: number
  flagged: number
  /** Fields that a careful person would call clear and the machine flagged all the same. */
  needlesslyFlagged: number
  /** Wrong and not flagged: must be none. */
  silentlyWrong: string[]
}

/** Compares every reading of the server with the truth of the paper. */
export async function checkReadings(
  admin: Account,
  run: SubjectRun,
  sheets: readonly { sheet_id: string; batch_label: string; seq: number }[],
): Promise<ReadingCheck> {
  const check: ReadingCheck = { fields: 0, flagged: 0, needlesslyFlagged: 0, silentlyWrong: [] }
  for (const { sheet_id, batch_label, seq } of sheets) {
    const paper = run.papers.get(paperOf(batch_label, seq))
    if (!paper) throw new Error(`no paper ${batch_label}#${seq}`)
    const readings = await admin.call(sheetOmr, { query: { sheet_id } })
    for (const { reading } of readings)
      compareReading(check, reading, paper.truth, `${batch_label}#${seq}`)
  }
  return check
}

function compareReading(
  check: ReadingCheck,
  reading: ReplyOf<typeof sheetOmr>[number]['reading'],
  truth: SheetTruth,
  paper: string,
): void {
  for (const field of reading.fields) {
    const expected = expectedValues(truth, field.id, field.kind)
    if (!expected) continue
    check.fields += 1
    if (field.doubtful) {
      check.flagged += 1
      if (expected.clear) check.needlesslyFlagged += 1
    } else if (field.values.join() !== expected.values.join())
      check.silentlyWrong.push(
        `${paper} ${field.id}: read ${field.values.join('') || 'blank'}, is ${expected.values.join('') || 'blank'}`,
      )
  }
}

function expectedValues(
  truth: SheetTruth,
  id: string,
  kind: string,
): { values: string[]; clear: boolean } | null {
  switch (kind) {
    case 'choice': {
      const choice = truth.choices.find(({ fieldId }) => fieldId === id)
      return choice ? { values: choice.meant, clear: choice.expect === 'clear' } : null
    }
    case 'optionalChoice': {
      const optional = truth.optional.find(({ fieldId }) => fieldId === id)
      return optional ? { values: optional.meant, clear: optional.expect === 'clear' } : null
    }
    case 'examNo':
      return truth.examNo.bubbled === null
        ? null
        : { values: [...truth.examNo.bubbled], clear: truth.examNo.expect === 'clear' }
    case 'absent':
      return { values: truth.absent.filled ? ['absent'] : [], clear: true }
    default:
      return null
  }
}

/** Clears the queues of a subject. */
export const clearSubject = (admin: Account, exam: DemoExam, run: SubjectRun): Promise<Clearing> =>
  clearExceptions(admin, { examId: exam.examId, subjectId: run.subjectId }, (label, seq) => {
    const paper = run.papers.get(paperOf(label, seq))
    if (!paper) throw new Error(`no paper ${label}#${seq}`)
    return paper
  })
