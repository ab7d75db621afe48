import type { ExamGate } from '@hengjuan/contracts'
import { baseReadings, hasArbitration, hasNoRecords, type MarkMode } from '@hengjuan/domain'
import type { Static } from 'typebox'

export type Gate = Static<typeof ExamGate>

/** What the next step of a subject depends on. */
export interface SubjectFacts {
  mode: number
  status: number
  hasSheet: boolean
  /** Blocks whose marks have no place on the sheet; of subjects that are marked before the scan. */
  unmarkable?: readonly { name: string }[]
  /** The original of a subject that has one: its pages, and questions that nobody has found on them. */
  paper?: { pages: number; unbound: number }
  /** Questions of a table that is answered on screen which have neither text nor picture. */
  untold?: number
  /** Of a subject that is answered on screen. */
  online?: { isReleased: boolean; isCompleted: boolean; open: number; toEnter: number }
  fullMilli: number
  importFinished: boolean
  registered: number
  noRecord: number
  openExceptions: number
  keysMissing: number
  unitsOpen: number
  blocks: readonly {
    name: string
    markMode: number
    markers: number
    leaders: number
    /** Was marking never opened? */
    isClosed?: boolean
    /** Has it to qualify its markers, and nothing to do that with? */
    lacksScripts?: boolean
  }[]
  /** Is the sheet one that we print, and no test page of this version was found good? */
  isUntested?: boolean
  /** Candidates who may have a sheet, and who of them has one, by room; only once scanning has begun. */
  rooms?: readonly RoomRoll[]
}

/** 应扫 and 已扫 of an exam room. */
export interface RoomRoll {
  /** Null: candidates without a room. */
  room_no: string | null
  expected: number
  scanned: number
}

/**
 * What stands between a subject and its next step: blocking items first, each with a count and what to
 * do. Empty when the way is free.
 */
export function gatesOf(facts: SubjectFacts): Gate[] {
  const gates = GATES_OF_STEP[facts.status]?.(facts) ?? []
  return gates
    .filter(({ count }) => count > 0)
    .sort((a, b) => Number(b.blocking) - Number(a.blocking))
}

const gate = (code: string, count: number, text: string, blocking = true): Gate => ({
  code,
  count,
  text,
  blocking,
})

const isImport = ({ mode }: SubjectFacts): boolean => mode === 4
/** Marked on paper before it is scanned: nobody marks here. */
const isOffline = ({ mode }: SubjectFacts): boolean => mode === 2
const isOnline = ({ mode }: SubjectFacts): boolean => mode === 3

const NO_SHEET = {
  paper: '还没有设置答题卡，请先设计并保存答题卡',
  online: '还没有设置题目表，请先录入并保存题目',
}

function sheetGates(facts: SubjectFacts): Gate[] {
  if (isImport(facts))
    return [gate('full', facts.fullMilli === 0 ? 1 : 0, '还没有设置满分，请在成绩导入页填写')]
  const { hasSheet, keysMissing } = facts
  return [
    gate('sheet', hasSheet ? 0 : 1, NO_SHEET[isOnline(facts) ? 'online' : 'paper']),
    scorePlaces(facts),
    gate(
      'stems',
      facts.untold ?? 0,
      `${facts.untold ?? 0} 道题没有题干，考生只能看到题号；另发试卷的可以不填`,
      false,
    ),
    gate('paper', facts.paper?.pages === 0 ? 1 : 0, '还没有上传试卷原卷，请在「原卷」页上传'),
    gate('keys', keysMissing, `还有 ${keysMissing} 道客观题没有答案，发布成绩前需要补上`, false),
  ]
}

const scorePlaces = ({ unmarkable = [] }: SubjectFacts): Gate =>
  gate(
    'scorePlaces',
    unmarkable.length,
    `${unmarkable.length} 个题块没有打分框：${namesOf(unmarkable)}，请在答题卡设计中打开「先阅后扫」的打分框`,
  )

function settingGates(facts: SubjectFacts): Gate[] {
  const { registered, blocks, keysMissing } = facts
  const roster = gate('roster', registered === 0 ? 1 : 0, '还没有考生，请先导入或生成考生名单')
  if (isImport(facts)) return [roster]
  if (isOffline(facts))
    return [
      roster,
      scorePlaces(facts),
      gate('keys', keysMissing, `还有 ${keysMissing} 道客观题没有答案，发布成绩前需要补上`, false),
    ]
  const { online } = facts
  const short = blocks.filter(
    ({ markMode, markers }) => markers < baseReadings(markMode as MarkMode),
  )
  const unled = blocks.filter(
    ({ markMode, leaders }) => hasArbitration(markMode as MarkMode) && leaders === 0,
  )
  return [
    roster,
    gate('markers', short.length, `${short.length} 个题块的阅卷教师不足：${namesOf(short)}`),
    gate('arbitrators', unled.length, `${unled.length} 个题块没有仲裁教师：${namesOf(unled)}`),
    gate('keys', keysMissing, `还有 ${keysMissing} 道客观题没有答案，发布成绩前需要补上`, false),
    gate(
      'release',
      online && !online.isReleased ? 1 : 0,
      '还没有发布线上考试，请在「线上考试」页设定时间并发布',
    ),
    ...readyToMark(facts),
  ]
}

/** What whoever opens marking is to know, and may go on without. @source platform 4.5 */
function readyToMark(facts: SubjectFacts): Gate[] {
  const unscripted = facts.blocks.filter(({ lacksScripts }) => lacksScripts)
  return [
    gate(
      'testPage',
      facts.isUntested ? 1 : 0,
      '这一版答题卡还没有打印测试页并评定，打印偏差要到扫描时才会发现',
      false,
    ),
    gate(
      'calibration',
      unscripted.length,
      `${unscripted.length} 个题块要求定标，还没有定标卷：${namesOf(unscripted)}`,
      false,
    ),
    scannedGate(facts.rooms ?? []),
  ]
}

/** How many sheets are still to come, and from which rooms. */
function scannedGate(rooms: readonly RoomRoll[]): Gate {
  const sum = (key: 'expected' | 'scanned') => rooms.reduce((all, room) => all + room[key], 0)
  const [expected, scanned] = [sum('expected'), sum('scanned')]
  const short = rooms.filter((room) => room.scanned < room.expected)
  const named = short
    .filter(({ room_no }) => room_no !== null)
    .slice(0, SHOWN)
    .map((room) => `${room.room_no} 考场缺 ${room.expected - room.scanned}`)
  const rest = short.length > SHOWN ? ' 等' : ''
  return gate(
    'scanned',
    // Before the first sheet nobody expects any.
    scanned === 0 ? 0 : expected - scanned,
    `已扫 ${scanned} / ${expected} 人${named.length > 0 ? `：${named.join('、')}${rest}` : ''}`,
    false,
  )
}

function reportGates(facts: SubjectFacts): Gate[] {
  if (isImport(facts))
    return [gate('import', facts.importFinished ? 0 : 1, '成绩还没有导入完成，请先导入并确认')]
  const { noRecord, registered, openExceptions, unitsOpen, keysMissing } = facts
  const closed = isOffline(facts) ? [] : facts.blocks.filter(({ isClosed }) => isClosed)
  return [
    isOnline(facts)
      ? gate('noRecord', noRecord, `${noRecord} 名考生没有作答，也没有登记缺考`, false)
      : gate(
          'noRecord',
          noRecord,
          `${noRecord} 名考生没有答题卡，也没有确认缺考`,
          hasNoRecords(noRecord, registered),
        ),
    ...onlineGates(facts),
    gate('exceptions', openExceptions, `${openExceptions} 条扫描异常没有处理`),
    gate('units', unitsOpen, `${unitsOpen} 份试卷没有评完`),
    gate(
      'paperRegions',
      facts.paper?.unbound ?? 0,
      `${facts.paper?.unbound ?? 0} 道题没有在原卷上框出位置`,
      false,
    ),
    gate(
      'unopened',
      closed.length,
      `${closed.length} 个题块还没有开启阅卷，请在阅卷设置中确认：${namesOf(closed)}`,
      false,
    ),
    gate('keys', keysMissing, `${keysMissing} 道客观题没有答案`),
  ]
}

/** Nobody answers any more, and marking has what was answered. */
function onlineGates({ online }: SubjectFacts): Gate[] {
  if (!online) return []
  const { isCompleted, open, toEnter } = online
  return [
    gate('complete', isCompleted ? 0 : 1, '线上考试还没有结束，请在「线上考试」页结束考试'),
    gate('attempts', isCompleted ? open : 0, `${open} 名考生正在补考，交卷后才能进入报表`),
    gate('entering', isCompleted ? toEnter : 0, `${toEnter} 份作答还没有进入阅卷，请稍候`),
  ]
}

const SHOWN = 5

const namesOf = (blocks: readonly { name: string }[]): string =>
  blocks
    .slice(0, SHOWN)
    .map(({ name }) => name)
    .join('、') + (blocks.length > SHOWN ? ' 等' : '')

const GATES_OF_STEP: Readonly<Record<number, (facts: SubjectFacts) => Gate[]>> = {
  1: sheetGates,
  2: settingGates,
  3: reportGates,
}
