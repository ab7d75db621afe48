/** How a school lets students choose among the subjects beyond 语数英. @source platform 3.6 */
export const COMBO_SCHEMES = {
  none: '不选科',
  '3+1+2': '3+1+2（物理或历史，再选两科）',
  '3+3': '3+3（任选三科）',
  free: '自由选科',
} as const

export type ComboScheme = keyof typeof COMBO_SCHEMES

/** A subject that can be chosen, with the letter that combinations are written with. */
export interface ComboSubject {
  id: number
  name: string
  /** 物 */
  letter: string
}

const PHYSICS = 4
const HISTORY = 8

/** The six of nearly all provinces. */
export const COMBO_SUBJECTS: readonly ComboSubject[] = [
  { id: PHYSICS, name: '物理', letter: '物' },
  { id: 5, name: '化学', letter: '化' },
  { id: 6, name: '生物', letter: '生' },
  { id: 7, name: '政治', letter: '政' },
  { id: HISTORY, name: '历史', letter: '史' },
  { id: 9, name: '地理', letter: '地' },
]

/** Further names that tables have for them. */
const OTHER_NAMES: Readonly<Record<string, number>> = {
  思想政治: 7,
  思政: 7,
  道德与法治: 7,
  道法: 7,
  生物学: 6,
}

/** Letters before full names: 化生物 is read letter by letter where both would do. */
const wordsOf = (subjects: readonly ComboSubject[]): [string, number][] =>
  [
    ...subjects.flatMap(({ id, name, letter }): [string, number][] => [
      [name, id],
      [letter, id],
    ]),
    ...Object.entries(OTHER_NAMES).filter(([, id]) => subjects.some((one) => one.id === id)),
  ].sort(([a], [b]) => a.length - b.length)

export type ComboReading = { ids: number[] } | { problem: string }

/**
 * A combination as people write it: 物化生, 化生物, 物理+化学+生物, 物、化、地. Any order, any of the usual signs between.
 *
 * @returns the subjects ascending, or what is wrong in Chinese with what to do
 */
export function readCombo(
  text: string,
  scheme: ComboScheme,
  offered: readonly ComboSubject[] = COMBO_SUBJECTS,
): ComboReading {
  const parts = text
    .normalize('NFKC')
    .split(SIGNS)
    .filter((part) => part !== '')
  const words = wordsOf(offered)
  let readings: number[][] = [[]]
  for (const part of parts) {
    const ways = waysOf(part, words)
    if (ways.length === 0) {
      const strange = [...part].find((sign) => !words.some(([word]) => word.includes(sign))) ?? part
      return {
        problem: `「${text}」中的「${strange}」不是可选科目，请写成如 物化生 或 物理+化学+生物`,
      }
    }
    readings = readings.flatMap((before) => ways.map((way) => [...before, ...way]))
  }
  const once = readings.filter((ids) => new Set(ids).size === ids.length)
  const [first] = once
  if (first === undefined) return { problem: `「${text}」重复写了同一科目，请核对` }
  const fitting = once.find((ids) => comboProblem(ids, scheme) === null)
  if (fitting) return { ids: fitting.sort((a, b) => a - b) }
  return { problem: comboProblem(first, scheme) ?? '' }
}

/**
 * How a part without signs can be read: as the one subject that it names, else letter by letter or with full names in
 * it. 化生物 is 化, 生, 物 or 化, 生物; the scheme then decides.
 */
function waysOf(part: string, words: readonly (readonly [string, number])[]): number[][] {
  const whole = words.find(([word]) => word === part)
  if (whole) return [[whole[1]]]
  return part.length > LONGEST ? [] : spelled(part, words)
}

const spelled = (part: string, words: readonly (readonly [string, number])[]): number[][] =>
  part === ''
    ? [[]]
    : words
        .filter(([word]) => part.startsWith(word))
        .flatMap(([word, id]) => spelled(part.slice(word.length), words).map((way) => [id, ...way]))

/** Seven subjects with their full names; longer texts arrive from tables and are none. */
const LONGEST = 24
const SIGNS = /[\s/、+,;|·-]+/

/** Why these subjects are no combination of the scheme; null when they are one. */
export function comboProblem(ids: readonly number[], scheme: ComboScheme): string | null {
  if (scheme === 'none') return '学校没有启用选科，请先在「选科」中选择模式'
  if (scheme === 'free') return ids.length === 0 ? '请至少选一科' : null
  if (ids.length !== 3) return `${scheme} 模式要选三科，现在是 ${ids.length} 科`
  const firsts = ids.filter((id) => id === PHYSICS || id === HISTORY).length
  if (scheme === '3+1+2' && firsts !== 1)
    return firsts === 0 ? '3+1+2 模式要选物理或历史' : '3+1+2 模式不能同时选物理和历史'
  return null
}

/** As it is shown: 物化生, 史政地. Physics or history stands first where only one of them was chosen. */
export function comboLabel(
  ids: readonly number[],
  offered: readonly ComboSubject[] = COMBO_SUBJECTS,
): string {
  const isFirst = (id: number) => id === PHYSICS || id === HISTORY
  const first = ids.filter(isFirst)
  const placed = first.length === 1 ? [...first, ...ids.filter((id) => !isFirst(id))] : [...ids]
  return placed.map((id) => offered.find((one) => one.id === id)?.letter ?? '?').join('')
}

/** 物理类 or 历史类 of 3+1+2; null for combinations without exactly one of them. */
export function comboTrack(ids: readonly number[]): '物理类' | '历史类' | null {
  const [hasPhysics, hasHistory] = [ids.includes(PHYSICS), ids.includes(HISTORY)]
  if (hasPhysics === hasHistory) return null
  return hasPhysics ? '物理类' : '历史类'
}

/** Does a student with this combination not sit the subject? Without one everything is sat, as are 语数英. */
export const isLeftOut = (combo: readonly number[], subjectId: number): boolean =>
  combo.length > 0 &&
  COMBO_SUBJECTS.some(({ id }) => id === subjectId) &&
  !combo.includes(subjectId)

/** The column of a student: ids ascending, joined by commas. */
export const comboText = (ids: readonly number[]): string =>
  [...ids].sort((a, b) => a - b).join(',')

export const comboIds = (text: string | null): number[] =>
  text === null || text === '' ? [] : text.split(',').map(Number)

/** Every combination that a scheme allows, in the order in which lists show them. */
export function combosOf(
  scheme: ComboScheme,
  offered: readonly ComboSubject[] = COMBO_SUBJECTS,
): number[][] {
  if (scheme === 'none' || scheme === 'free') return []
  const ids = offered.map(({ id }) => id).sort((a, b) => a - b)
  const threes = ids.flatMap((a, i) =>
    ids.slice(i + 1).flatMap((b, j) => ids.slice(i + j + 2).map((c) => [a, b, c])),
  )
  return threes.filter((one) => comboProblem(one, scheme) === null)
}
