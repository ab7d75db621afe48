import type { Permission } from './permissions.ts'

/** The parts of an exam in the order of the work, with their Chinese names. */
export const EXAM_SECTIONS = {
  overview: '概况',
  students: '考生',
  sheets: '答题卡',
  scoreImport: '成绩导入',
  online: '线上考试',
  scan: '扫描',
  exceptions: '异常',
  settings: '阅卷设置',
  supervision: '阅卷监管',
  results: '成绩预审与发布',
  reports: '报表',
} as const

export type ExamSection = keyof typeof EXAM_SECTIONS

export const EXAM_SECTION_ORDER = Object.keys(EXAM_SECTIONS) as ExamSection[]

/** Exam mode 4: scores are imported, nothing is scanned or marked. 3: answered on screen, nothing is scanned. */
const SCORE_IMPORT = 4
const ONLINE_EXAM = 3

/** The sections that an exam has, by the modes of its subjects; one without subjects may still get any. */
export function sectionsOfModes(modes: readonly number[]): ExamSection[] {
  const has = (isMode: (mode: number) => boolean): boolean =>
    modes.length === 0 || modes.some((mode) => isMode(mode))
  const isImported = modes.includes(SCORE_IMPORT)
  const isMarked = has((mode) => mode !== SCORE_IMPORT)
  const isScanned = has((mode) => mode !== SCORE_IMPORT && mode !== ONLINE_EXAM)
  const left: Partial<Record<ExamSection, boolean>> = {
    scoreImport: isImported,
    online: modes.includes(ONLINE_EXAM),
    scan: isScanned,
    exceptions: isScanned,
    settings: isMarked,
    supervision: isMarked,
  }
  return EXAM_SECTION_ORDER.filter((section) => left[section] ?? true)
}

/** A gate of the next step, as the progress of a subject lists it. */
interface WorkGate {
  code: string
  text: string
  count: number
  blocking: boolean
}

/** What is known of a subject; the names are those of the call that reads the progress of an exam. */
export interface SubjectWork {
  subject_id: number
  name: string
  mode: number
  /** 1 sheet, 2 marking settings, 3 scanning and marking, 6 reports. */
  status: number
  sheet: object | null
  registered: number
  /** Candidates without a sheet who are not absent either. */
  no_record: number
  scanned_candidates: number
  open_exceptions: number
  keys_missing: number
  blocks: number
  units_total: number
  units_final: number
  next_status: number | null
  next_status_name: string | null
  gates: readonly WorkGate[]
}

export interface ExamWork {
  published: boolean
  subjects: readonly SubjectWork[]
}

/** How a section stands: nothing to do yet, under way, somebody is needed, done. */
export type SectionState = 'idle' | 'busy' | 'warn' | 'ok'

export interface SectionStanding {
  state: SectionState
  /** Open things, to be shown as a number; 0 shows none. */
  open: number
}

const isScanned = ({ mode }: SubjectWork): boolean => mode !== SCORE_IMPORT && mode !== ONLINE_EXAM
const total = (subjects: readonly SubjectWork[], of: (one: SubjectWork) => number): number =>
  subjects.reduce((sum, one) => sum + of(one), 0)

const hasGate = ({ gates }: SubjectWork, code: string): number =>
  gates.find((gate) => gate.code === code && gate.blocking)?.count ?? 0

/** Scores of a table are still to come: its full mark is not set, or nobody said that they are complete. */
const toImport = (one: SubjectWork): number => (one.mode === SCORE_IMPORT && one.status < 6 ? 1 : 0)

/** An online exam is to be released, and once it is over to be ended. */
const toRelease = (one: SubjectWork): number => hasGate(one, 'release')
const toComplete = (one: SubjectWork): number => hasGate(one, 'complete')

/** Blocks that lack markers or arbitrators. */
const blocksShort = (one: SubjectWork): number =>
  hasGate(one, 'markers') + hasGate(one, 'arbitrators')

const standing = (open: number, isDone: boolean, isBegun: boolean, needs: SectionState = 'warn') =>
  open > 0 && isBegun
    ? { state: needs, open }
    : { state: isDone ? ('ok' as const) : ('idle' as const), open: 0 }

/** How each section of an exam stands, and how many things are open in it. */
export function sectionStandings({
  published,
  subjects,
}: ExamWork): Partial<Record<ExamSection, SectionStanding>> {
  const papers = subjects.filter(isScanned)
  const scanning = papers.filter(({ status }) => status >= 3)
  const isBegun = scanning.some(({ scanned_candidates: scanned }) => scanned > 0)
  const without = subjects.filter(({ sheet, mode }) => sheet === null && mode !== SCORE_IMPORT)
  const units = total(subjects, ({ units_total: all }) => all)
  const isDone = subjects.length > 0 && subjects.every(({ status }) => status === 6)
  return {
    students: standing(
      subjects.filter(({ registered }) => registered === 0).length,
      subjects.length > 0,
      true,
    ),
    sheets: standing(
      without.length + total(subjects, ({ keys_missing: missing }) => missing),
      subjects.length > 0,
      true,
    ),
    scan: standing(
      total(scanning, ({ no_record: missing }) => missing),
      isBegun,
      isBegun,
      'busy',
    ),
    exceptions: standing(
      total(papers, ({ open_exceptions: open }) => open),
      isBegun,
      true,
    ),
    settings: standing(
      total(subjects, blocksShort),
      subjects.some(({ blocks }) => blocks > 0) && without.length === 0,
      true,
    ),
    supervision: standing(
      total(subjects, ({ units_total: all, units_final: final }) => all - final),
      units > 0,
      true,
      'busy',
    ),
    scoreImport: standing(total(subjects, toImport), isDone, true),
    online: standing(total(subjects, toRelease) + total(subjects, toComplete), isDone, true),
    results: published
      ? { state: 'ok', open: 0 }
      : { state: isDone ? 'warn' : 'idle', open: isDone ? 1 : 0 },
    reports: { state: published ? 'ok' : 'idle', open: 0 },
  }
}

/** The next thing to do in an exam: a page to go to, or a step that subjects take. */
export type NextThing =
  | { kind: 'open'; section: ExamSection; subjectId: number | null; text: string }
  | { kind: 'advance'; subjectIds: number[]; status: number; text: string }

/** One thing that may be next, and who does it. */
interface Duty {
  needs: Permission
  find: (work: ExamWork) => NextThing | null
}

const open = (section: ExamSection, subjectId: number | null, text: string): NextThing => ({
  kind: 'open',
  section,
  subjectId,
  text,
})

/** The first subject for which a number is above 0 becomes the thing to do. */
const firstOf =
  (
    section: ExamSection,
    count: (one: SubjectWork) => number,
    text: (one: SubjectWork, count: number) => string,
  ) =>
  ({ subjects }: ExamWork): NextThing | null => {
    const one = subjects.find((subject) => count(subject) > 0)
    return one ? open(section, one.subject_id, text(one, count(one))) : null
  }

const atMarking = (one: SubjectWork): boolean => one.status === 3
const isFree = ({ gates }: SubjectWork): boolean => gates.every(({ blocking }) => !blocking)

/** The last step: results are looked through and released. */
const REPORTS = 6

/** All subjects of the earliest step whose way is free go on together. */
const advance =
  (isGoing: (status: number) => boolean) =>
  ({ subjects }: ExamWork): NextThing | null => {
    const ready = subjects.filter(
      (one) => one.next_status !== null && isGoing(one.next_status) && isFree(one),
    )
    const status = Math.min(...ready.map((one) => one.next_status ?? 6))
    const together = ready.filter((one) => one.next_status === status)
    const [first] = together
    if (!first) return null
    const names =
      together.length === subjects.length && subjects.length > 1
        ? '全部科目'
        : together.map(({ name }) => name).join('、')
    return {
      kind: 'advance',
      subjectIds: together.map(({ subject_id }) => subject_id),
      status,
      text: `${names}进入${first.next_status_name ?? ''}`,
    }
  }

/** In the order in which they come: what others wait for comes first. */
const DUTIES: readonly Duty[] = [
  {
    needs: 'report.read',
    find: ({ published }) => (published ? open('reports', null, '查看报表') : null),
  },
  {
    needs: 'roster.manage',
    find: firstOf(
      'students',
      ({ registered }) => (registered === 0 ? 1 : 0),
      () => '生成或导入考生',
    ),
  },
  {
    needs: 'sheet.design',
    find: firstOf(
      'sheets',
      ({ sheet, mode }) => (sheet === null && mode !== SCORE_IMPORT ? 1 : 0),
      ({ name, mode }) => (mode === ONLINE_EXAM ? `设置${name}题目表` : `设计${name}答题卡`),
    ),
  },
  {
    needs: 'marking.setup',
    find: firstOf('settings', blocksShort, ({ name }) => `设置${name}的阅卷教师`),
  },
  {
    needs: 'exception.handle',
    find: firstOf(
      'exceptions',
      ({ open_exceptions: count }) => count,
      ({ name }, count) => `处理${name} ${count} 条扫描异常`,
    ),
  },
  {
    needs: 'exam.manage',
    find: firstOf('scoreImport', toImport, () => '导入成绩'),
  },
  {
    needs: 'pad.manage',
    find: firstOf('online', toRelease, ({ name }) => `发布${name}线上考试`),
  },
  { needs: 'exam.manage', find: advance((status) => status < REPORTS) },
  {
    needs: 'pad.manage',
    find: firstOf('online', toComplete, ({ name }) => `查看${name}的作答，结束线上考试`),
  },
  {
    needs: 'scan.operate',
    find: firstOf(
      'scan',
      (one) => (atMarking(one) && isScanned(one) ? one.no_record : 0),
      ({ name, scanned_candidates: scanned }, count) =>
        scanned === 0 ? `扫描${name}答题卡` : `${name}还有 ${count} 人未扫，核对未扫名单`,
    ),
  },
  { needs: 'exam.manage', find: advance((status) => status === REPORTS) },
  {
    needs: 'exam.read',
    find: firstOf(
      'supervision',
      ({ units_total: all, units_final: final }) => all - final,
      ({ name }, count) => `${name}还有 ${count} 份待评，查看阅卷进度`,
    ),
  },
  {
    needs: 'sheet.design',
    find: firstOf(
      'sheets',
      (one) => (one.status >= 3 ? one.keys_missing : 0),
      ({ name }, count) => `补上${name} ${count} 道客观题的答案`,
    ),
  },
  {
    needs: 'score.preview',
    find: ({ subjects }) =>
      subjects.length > 0 && subjects.every(({ status }) => status === 6)
        ? open('results', null, '预审并发布成绩')
        : null,
  },
]

/**
 * The one thing to do next in an exam, for who may do it; null when nothing is left for them.
 *
 * @param may what the current role may do
 */
export function nextThing(
  work: ExamWork,
  may: (permission: Permission) => boolean,
): NextThing | null {
  for (const { needs, find } of DUTIES) {
    const thing = may(needs) ? find(work) : null
    if (thing) return thing
  }
  return null
}
