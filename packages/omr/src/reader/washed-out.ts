import type { FieldReading, PageIssue } from '@hengjuan/domain'
import type { WhiteMap } from '../kernels/white-map.ts'
import type { EvidenceBox } from '../quality/issue.ts'
import { issue, pixelBox } from '../quality/issue.ts'
import { pageInk } from '../quality/page-ink.ts'
import { qualityThresholds } from '../quality/thresholds.ts'

/** Whoever writes so that it can be seen has answered more of the questions than this share. */
const leastAnswered = 0.2

/** Of a pale pen a bright scan leaves a part at most: so many marks this dark are a pen's that it keeps. */
const leastBlack = 2
const blackMark = 0.75

const reason = '没有看到填涂，但这次扫描过亮，较淡的笔迹可能已被冲白，请看原卷确认'

/** So bright that what is pale is gone: nearly everything that is not black is full white. */
export function isBurnt(white: WhiteMap): boolean {
  const { burnt, inkRatio } = pageInk(white)
  return burnt + inkRatio >= qualityThresholds.burnt
}

/**
 * Doubts the unanswered questions of a sheet that looks empty on a scan so bright that a pale pen leaves
 * nothing at all: the same picture shows a candidate who wrote nothing and one whose marks were lost.
 */
export function doubtWashedOut(fields: readonly FieldReading[], white: WhiteMap): FieldReading[] {
  const questions = fields.filter(isQuestion)
  const answered = questions.filter((f) => f.values.length > 0 && !f.doubtful)
  if (questions.length === 0 || answered.length >= leastAnswered * questions.length) {
    return [...fields]
  }
  // A pen that shows in the number would show in the answers, and so would one that shows black in some.
  const isPenSeen =
    fields.some((f) => f.kind === 'examNo' && f.values.length > 0 && !f.doubtful) ||
    answered.filter(isBlack).length >= leastBlack
  if (isPenSeen || !isBurnt(white)) return [...fields]
  return fields.map((field) =>
    isQuestion(field) && field.values.length === 0 && !field.doubtful
      ? { ...field, doubtful: true, reason, confidence: Math.min(0.5, field.confidence) }
      : field,
  )
}

const isBlack = ({ bubbles }: FieldReading) => bubbles.some((b) => b.darkness >= blackMark)

const isQuestion = ({ kind }: FieldReading) => kind === 'choice' || kind === 'optionalChoice'

/** Says that the scan is too bright, where that leaves blank questions in doubt, and which. */
export function washedOutIssues(fields: readonly FieldReading[]): PageIssue[] {
  const doubted = fields.filter((f) => f.reason === reason)
  if (doubted.length === 0) return []
  const text = '图像过亮，整页几乎没有看到填涂，较淡的笔迹可能已被冲白；请调低扫描亮度后重扫'
  return [issue('SATURATED', text, false, doubted.flatMap(boxOf))]
}

/** From the first to the last bubble of a field, by their centres. */
function boxOf({ bubbles }: FieldReading): EvidenceBox[] {
  if (bubbles.length === 0) return []
  const xs = bubbles.map((b) => b.xPx)
  const ys = bubbles.map((b) => b.yPx)
  const [left, right] = [Math.min(...xs), Math.max(...xs)]
  const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
  // About half a bubble beyond the outer ones.
  const margin = bubbles.length > 1 ? (right - left + bottom - top) / (bubbles.length - 1) / 2 : 12
  return [pixelBox(left - margin, top - margin, right + margin, bottom + margin)]
}
