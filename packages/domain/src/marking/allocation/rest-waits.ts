/** What the open papers of a block wait for, where no marker can bring them on. */
export type WaitKind =
  | 'setup'
  | 'paused'
  | 'closed'
  | 'no_marker'
  | 'unqualified'
  | 'barred'
  | 'third'
  | 'arbitration'
  | 'problem'
  | 'blank'
  | 'rejected'
  | 'gone'
  | 'waiting'

/** Papers of a block, by what they wait for: see `PaperNumbers` of the supervision. */
export interface RestOfBlock {
  status: string
  numbers: Readonly<
    Record<
      | 'total'
      | 'done'
      | 'ready'
      | 'claimed'
      | 'third'
      | 'arbitration'
      | 'problem'
      | 'blank'
      | 'rejected'
      | 'waiting',
      number
    >
  >
  /** Markers who are given papers. */
  markers: number
  /**
   * Papers that nobody may take: of the pool, first to third readings, for want of qualifying, and else; and those
   * that wait for a marker who is gone.
   */
  stuck: Readonly<Record<'unqualified' | 'barred' | 'gone', number>>
}

/** A number of papers and what they wait for. */
export interface Wait {
  kind: WaitKind
  count: number
}

/** States in which a block gives out no papers. */
const SHUT = ['setup', 'paused', 'closed'] as const

/**
 * What the rest of a block waits for, when the pace of its markers says nothing about its end: it gives out no
 * papers, or none that are left are for a first or second reading that somebody may take.
 *
 * @returns null where markers can go on, or nothing is left
 */
export function waitsOfRest({ status, numbers, markers, stuck }: RestOfBlock): Wait[] | null {
  const open = numbers.total - numbers.done
  if (open === 0) return null
  const shut = SHUT.find((one) => one === status)
  const pool = numbers.ready + numbers.claimed
  // Third readings lie in the pool too; of what is stuck, as much as may be is theirs.
  const stuckPool = stuck.unqualified + stuck.barred
  const mayGoOn = pool > Math.max(0, stuckPool - numbers.third)
  if (!shut && markers > 0 && mayGoOn) return null
  const before: Wait[] = shut
    ? [{ kind: shut, count: pool }]
    : markers === 0
      ? [{ kind: 'no_marker', count: pool }]
      : [
          { kind: 'unqualified', count: stuck.unqualified },
          { kind: 'barred', count: stuck.barred },
        ]
  const stuckThird = shut || markers === 0 ? 0 : Math.max(0, stuckPool - numbers.ready)
  const waits: Wait[] = [
    ...before,
    { kind: 'third', count: numbers.third - stuckThird },
    { kind: 'arbitration', count: numbers.arbitration },
    { kind: 'problem', count: numbers.problem },
    { kind: 'blank', count: numbers.blank },
    { kind: 'rejected', count: numbers.rejected - stuck.gone },
    { kind: 'gone', count: stuck.gone },
    { kind: 'waiting', count: numbers.waiting },
  ]
  return waits.filter(({ kind, count }) => count > 0 || kind === shut)
}

/** Whose turn it may be. */
interface People {
  /** Those who lead the block, in words. */
  leading: string
  /** Who manages the exam. */
  manager: string
}

/** What the papers wait for, and whose turn it is to do what. */
const TEXTS: Readonly<
  Record<WaitKind, { what: (count: number) => string; who: (people: People) => string }>
> = {
  setup: { what: left('阅卷未开启'), who: ({ manager }) => `${manager}开启` },
  paused: { what: left('已暂停'), who: ({ leading }) => `${leading}恢复` },
  closed: { what: left('阅卷已结束'), who: ({ manager }) => `${manager}重新开启` },
  no_marker: { what: left('还没有在评教师'), who: ({ manager }) => `${manager}安排` },
  unqualified: { what: counted('待定标'), who: () => '阅卷教师通过定标' },
  barred: { what: counted('无人可阅'), who: ({ manager }) => `${manager}添加阅卷教师或放开回避` },
  third: { what: counted('待三评'), who: () => '第三位阅卷教师' },
  arbitration: { what: counted('待仲裁'), who: ({ leading }) => leading },
  problem: { what: counted('问题卷'), who: ({ leading }) => leading },
  blank: { what: counted('空白确认'), who: ({ leading }) => leading },
  rejected: { what: counted('待重评'), who: () => '原阅卷教师' },
  gone: { what: counted('原教师已停止的待重评'), who: ({ leading }) => `${leading}改派` },
  waiting: { what: counted('待切图'), who: () => '扫描员处理' },
}

/** Who manages an exam, as everybody else is told: a school's own, or one of several schools. */
export const managerOf = (isJoint: boolean): string => (isJoint ? '阅卷管理员' : '教务主任')

/** The same where nothing is known of the exam. */
export const EXAM_MANAGER = `${managerOf(false)}（联考为${managerOf(true)}）`

/** Who may let somebody who read a paper arbitrate it, as everybody else is told. */
export const OVERRIDING_ADMIN = '学校管理员（联考为区域管理员）'

function left(what: string) {
  return (count: number): string => (count === 0 ? what : `${what}（剩 ${count} 份）`)
}

function counted(what: string) {
  return (count: number): string => `${what} ${count} 份`
}

/** Most leaders who are named one by one. */
const NAMED = 2

/**
 * The same in Chinese, with whom the papers wait.
 *
 * @param leaders names of those who lead the block
 * @param manager who manages the exam, see `managerOf`
 */
export function waitsText(
  waits: readonly Wait[],
  { leaders, manager }: { leaders: readonly string[]; manager: string },
): string {
  const named = leaders.slice(0, NAMED).join('、')
  const leading =
    leaders.length === 0
      ? '题组长（尚未指定）'
      : `题组长${named}${leaders.length > NAMED ? ` 等 ${leaders.length} 人` : ''}`
  const parts: { whats: string[]; who: string }[] = []
  for (const { kind, count } of waits) {
    const { what, who } = TEXTS[kind]
    const last = parts.at(-1)
    // One person is named once for all that wait with them.
    const whose = who({ leading, manager })
    if (last && last.who === whose) last.whats.push(what(count))
    else parts.push({ whats: [what(count)], who: whose })
  }
  return parts.map(({ whats, who }) => `${whats.join('、')}，等${who}`).join('；')
}
