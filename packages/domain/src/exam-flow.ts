import { type ExamStatus, STEP_ORDER } from './exam-codes.ts'

/** Something that the next step of a subject waits for, or that its mover has to know. */
export interface FlowGate {
  code: string
  text: string
  count: number
  blocking: boolean
}

interface FlowSubject {
  status: number
  gates: readonly FlowGate[]
}

/** How a step of a subject stands. */
export type FlowMark = 'done' | 'now' | 'waiting' | 'later'

export interface FlowCell {
  status: ExamStatus
  mark: FlowMark
  /** What stands in the way first; null where nothing does. */
  worst: FlowGate | null
  /** How many more there are. */
  more: number
}

/** What to say of several gates in one sentence: what blocks comes before what only warns. */
export const worstGate = (gates: readonly FlowGate[]): FlowGate | null =>
  gates.find(({ blocking }) => blocking) ?? gates[0] ?? null

/** The steps of a subject from the first to the last; gates belong to the step that it is in. */
export function flowCells(subject: FlowSubject): FlowCell[] {
  const at = STEP_ORDER.indexOf(subject.status as ExamStatus)
  return STEP_ORDER.map((status, place) => {
    if (place !== at)
      return { status, mark: place < at ? 'done' : 'later', worst: null, more: 0 } as const
    const worst = worstGate(subject.gates)
    const isLast = place === STEP_ORDER.length - 1
    return {
      status,
      mark: worst?.blocking ? 'waiting' : isLast ? 'done' : 'now',
      worst,
      more: Math.max(0, subject.gates.length - 1),
    }
  })
}

/** Scanning and marking: who opens it is to know of everything that is not ready. */
export const OPENS_MARKING: ExamStatus = 3

/** What is said before a subject goes on, with the count of those whom it concerns. */
export function forwardEffect(to: {
  name: string
  status: number
  step: string
  markers: number
  /** Blocks that a step back had paused. */
  paused: number
}): string {
  const reopened = to.paused > 0 ? `，退回时暂停的 ${to.paused} 个题块恢复阅卷` : ''
  switch (to.status) {
    case 3:
      return to.markers > 0
        ? `${to.name}进入${to.step}，${to.markers} 名阅卷教师可以开始${reopened}`
        : `${to.name}进入${to.step}${reopened}`
    case 6:
      return `${to.name}进入${to.step}，之后可以预审并发布成绩`
    default:
      return `${to.name}进入${to.step}`
  }
}

/** What is said before a subject goes back. */
export function backEffect(to: {
  name: string
  status: number
  step: string
  /** Papers that are marked already. */
  marked: number
  /** Blocks that are being marked. */
  open: number
}): string {
  const kept = to.marked > 0 ? `，已评的 ${to.marked} 份评阅保留` : ''
  if (to.status >= OPENS_MARKING) return `${to.name}退回到${to.step}${kept}，可以继续扫描与阅卷`
  const stopped = to.open > 0 ? `，${to.open} 个题块的教师暂时不能阅卷` : ''
  return `${to.name}退回到${to.step}${kept}${stopped}`
}
