import type { InputOf, fixOption, ReplyOf, sheetInfo } from '@hengjuan/contracts'
import { isObjectiveType, type QuestionType } from '@hengjuan/domain'

export type KeyQuestion = ReplyOf<typeof sheetInfo>['questions'][number]
export type KeyVersion = KeyQuestion['key_history'][number]
type Body = InputOf<typeof fixOption>['body']
export type ItemStatus = NonNullable<NonNullable<Body['rule']>['status']>

export const ITEM_STATUSES: Record<ItemStatus, { label: string; note: string }> = {
  normal: { label: '正常计分', note: '按答案和规则计分' },
  gift: { label: '送分', note: '到考的考生都得满分，不计入题目统计' },
  gift_if_answered: { label: '作答即送分', note: '作答的考生得满分，空白得 0 分' },
  void: { label: '作废', note: '这道题不计入满分，也不计入统计' },
}

/** What is edited of one question; scores as typed, in points. */
export interface KeyDraft {
  letters: string
  status: ItemStatus
  accept: string
  /** Other sets that are right as well, as typed: 「ABD、AD」. */
  acceptSets: string
  missing: string
  /** `2 -> 1` right options chosen: points; empty where the ordinary partial score holds. */
  byCount: Record<string, string>
  optionScores: Record<string, string>
  allowExceed: boolean
  allowMissing: boolean
  allowError: boolean
}

export const isKeyed = ({ type }: { type: number }): boolean =>
  isObjectiveType(type as QuestionType)

const points = (milli: number | undefined): string =>
  milli === undefined ? '' : String(milli / 1000)

/** The ruling key as it is edited. */
export function draftOf(question: KeyQuestion): KeyDraft {
  const [ruling] = question.key_history
  const rule = ruling?.rule ?? {}
  return {
    letters: question.key.join(''),
    status: (question.item_status ?? 'normal') as ItemStatus,
    accept: (rule.accept ?? []).join(''),
    acceptSets: (rule.accept_sets ?? []).join('、'),
    missing: points(rule.missing_milli ?? (question.type === 2 ? 0 : undefined)),
    byCount: Object.fromEntries(
      Object.entries(rule.missing_by_count ?? {}).flatMap(([size, row]) =>
        Object.entries(row).map(([chosen, milli]) => [`${size}-${chosen}`, points(milli)]),
      ),
    ),
    optionScores: Object.fromEntries(
      Object.entries(rule.custom_option_scores ?? {}).map(([letter, milli]) => [
        letter,
        points(milli),
      ]),
    ),
    allowExceed: (rule.exceed_option_milli ?? 0) !== 0,
    allowMissing: (rule.missing_option_milli ?? 1) !== 0,
    allowError: (rule.error_option_milli ?? 1) !== 0,
  }
}

/** Thousandths of a score as typed; null when it is none. */
function milliOf(text: string): number | null {
  return /^-?\d{1,3}(\.\d{1,3})?$/.test(text.trim()) ? Math.round(Number(text) * 1000) : null
}

/** Chinese: what keeps a draft from being sent; null when nothing does. */
export function refusalOf(question: KeyQuestion, draft: KeyDraft): string | null {
  if (draft.status === 'normal' && draft.letters === '') return '请先填写答案'
  const typed =
    question.type === 2
      ? [draft.missing, ...Object.values(draft.byCount).filter(Boolean)]
      : question.type === 99
        ? Object.values(draft.optionScores).filter(Boolean)
        : []
  const odd = setsOf(draft.acceptSets).find((set) =>
    [...set].some((letter) => !lettersOf(question).includes(letter)),
  )
  if (odd !== undefined) return `「${odd}」不是这道题的选项组合，请用字母填写，如 ABD`
  const wrong = typed.find((text) => milliOf(text) === null)
  return wrong === undefined ? null : `「${wrong}」不是分数，请填数字，最多三位小数`
}

/** The call that a draft makes. */
export function bodyOf(
  on: { exam_id: number; subject_id: number },
  question: KeyQuestion,
  draft: KeyDraft,
  reason: string,
): Body {
  return {
    ...on,
    question_no: question.no,
    answer: [...draft.letters],
    reason,
    rule: { status: draft.status, ...scoringOf(question, draft) },
  }
}

function scoringOf({ type, key_history }: KeyQuestion, draft: KeyDraft): NonNullable<Body['rule']> {
  if (type === 2) {
    const byCount: Record<string, Record<string, number>> = {}
    for (const [place, text] of Object.entries(draft.byCount)) {
      const [size = '', chosen = ''] = place.split('-')
      const milli = milliOf(text)
      if (milli !== null) byCount[size] = { ...byCount[size], [chosen]: milli }
    }
    return {
      missing_milli: milliOf(draft.missing) ?? 0,
      missing_by_count: byCount,
      // Sets that there were and that were taken out are told as none.
      ...(draft.acceptSets.trim() !== '' || key_history[0]?.rule.accept_sets
        ? { accept_sets: setsOf(draft.acceptSets) }
        : {}),
    }
  }
  if (type === 99)
    return {
      custom_option_scores: Object.fromEntries(
        Object.entries(draft.optionScores).flatMap(([letter, text]) => {
          const milli = milliOf(text)
          return milli === null ? [] : [[letter, milli]]
        }),
      ),
      exceed_option_milli: Number(draft.allowExceed),
      missing_option_milli: Number(draft.allowMissing),
      error_option_milli: Number(draft.allowError),
    }
  return { accept: [...draft.accept] }
}

/** Sets of letters as typed. */
export const setsOf = (text: string): string[] =>
  text
    .toUpperCase()
    .split(/[^A-Z]+/)
    .filter(Boolean)

export const lettersOf = (question: KeyQuestion): string[] =>
  Array.from({ length: question.option_count ?? 4 }, (_, index) => String.fromCharCode(65 + index))
