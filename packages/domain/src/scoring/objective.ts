import type { Refusal } from '../marking/quality/grid.ts'
import { formatMilli } from '../milli.ts'
import type { Milli } from '../milli.ts'
import type { FieldState } from '../page-reading.ts'

/** How one objective item is scored; the types are those of the specification. */
export type ObjectiveRule =
  /** 1 single choice and 13 true/false. `accept`: several letters are right. */
  | { type: 1 | 13; accept?: readonly string[] }
  /**
   * 2 multiple choice. `missingByCount[key size][chosen]` overrides the missing score. `acceptSets`: other sets of options
   * that are right as well.
   */
  | {
      type: 2
      missingScoreMilli: Milli
      missingByCount?: MissingByCount
      acceptSets?: readonly (readonly string[])[]
    }
  /** 99 custom choice. The three switches forbid a case when false, and allow the sum when true. */
  | {
      type: 99
      optionScoresMilli: Readonly<Record<string, Milli>>
      allowExceed: boolean
      allowMissing: boolean
      allowError: boolean
    }

export type MissingByCount = Readonly<Record<number, Readonly<Record<number, Milli>>>>

/**
 * Scores one objective item.
 *
 * @param answer options as normalised; [] for a blank and for a confirmed invalid double mark
 * @param key    right options; null is returned when it is empty, because no answer has been set
 * @returns 0 to `fullMilli`, or null
 * @source specification, section 5; domain rules 2.3
 */
export function scoreObjective(
  answer: readonly string[],
  key: readonly string[],
  fullMilli: Milli,
  rule: ObjectiveRule,
): Milli | null {
  if (key.length === 0) return null
  if (answer.length === 0) return 0
  switch (rule.type) {
    case 1:
    case 13:
      return isAccepted(answer, key, rule.accept) ? fullMilli : 0
    case 2:
      // Of several right sets the one that gives most: part of one of them may be all of another.
      return Math.max(
        ...[key, ...(rule.acceptSets ?? [])].map((set) =>
          scoreMultiple(answer, set, fullMilli, rule),
        ),
      )
    case 99:
      return scoreCustom(answer, key, fullMilli, rule)
  }
}

const isAccepted = (
  [first]: readonly string[],
  key: readonly string[],
  accept: readonly string[] | undefined,
): boolean => first !== undefined && (accept?.length ? accept.includes(first) : first === key[0])

function scoreMultiple(
  answer: readonly string[],
  key: readonly string[],
  fullMilli: Milli,
  rule: Extract<ObjectiveRule, { type: 2 }>,
): Milli {
  if (!answer.every((option) => key.includes(option))) return 0
  if (answer.length === key.length) return fullMilli
  return rule.missingByCount?.[key.length]?.[answer.length] ?? rule.missingScoreMilli
}

function scoreCustom(
  answer: readonly string[],
  key: readonly string[],
  fullMilli: Milli,
  rule: Extract<ObjectiveRule, { type: 99 }>,
): Milli {
  if (answer.length > key.length && !rule.allowExceed) return 0
  if (answer.length < key.length && !rule.allowMissing) return 0
  if (!answer.every((option) => key.includes(option)) && !rule.allowError) return 0
  const sum = answer.reduce((total, option) => total + (rule.optionScoresMilli[option] ?? 0), 0)
  return Math.min(fullMilli, Math.max(0, sum))
}

/** The fields of the specification's object_struct and object_data that scoring needs. Scores in thousandths. */
export interface SeedObjectiveConfig {
  questionType: 1 | 2 | 13 | 99
  missingScoreMilli?: Milli | null
  customOptionScoresMilli?: Readonly<Record<string, Milli>> | null
  exceedOptionScoreMilli?: Milli | null
  missingOptionScoreMilli?: Milli | null
  errorOptionScoreMilli?: Milli | null
}

/**
 * A rule from the specification's fields. The three `…OptionScore` fields are switches: missing or 0
 * zeroes the item in that case, anything else lets the sum stand; their size is never added.
 */
export function ruleOfSeedConfig(config: SeedObjectiveConfig): ObjectiveRule {
  if (config.questionType === 2)
    return { type: 2, missingScoreMilli: config.missingScoreMilli ?? 0 }
  if (config.questionType !== 99) return { type: config.questionType }
  return {
    type: 99,
    optionScoresMilli: config.customOptionScoresMilli ?? {},
    allowExceed: (config.exceedOptionScoreMilli ?? 0) !== 0,
    allowMissing: (config.missingOptionScoreMilli ?? 0) !== 0,
    allowError: (config.errorOptionScoreMilli ?? 0) !== 0,
  }
}

/** Why a multiple-choice rule can not be used: partial scores out of range or falling. Null when it can. */
export function checkPartialScores(
  no: string,
  fullMilli: Milli,
  rule: Extract<ObjectiveRule, { type: 2 }>,
): Refusal | null {
  const rows = Object.values(rule.missingByCount ?? {}).map((row) =>
    Object.entries(row)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, score]) => score),
  )
  const good = [[rule.missingScoreMilli], ...rows].every((row) =>
    row.every((score, index) => score >= (row[index - 1] ?? 0) && score <= fullMilli),
  )
  return good
    ? null
    : { code: 'PARTIAL_SCORE_INVALID', facts: { no, full: formatMilli(fullMilli) } }
}

/** Whether the scores of the right options of a custom item add up to its full mark; a warning if not. */
export const customScoresAddUp = (
  key: readonly string[],
  fullMilli: Milli,
  optionScoresMilli: Readonly<Record<string, Milli>>,
): boolean => key.reduce((sum, option) => sum + (optionScoresMilli[option] ?? 0), 0) === fullMilli

/** Everything known about a candidate's answer to one item. Human rows win over the machine's. */
export interface AnswerRecord {
  /** As the machine read it; kept for ever. */
  machine: { state: FieldState; values: readonly string[]; doubtful: boolean }
  /** What a person decided; null while nobody did. */
  human: { values: readonly string[]; resolvedAs: 'answer' | 'blank' | 'multi_invalid' } | null
}

export type EffectiveAnswer =
  | { kind: 'answer'; values: readonly string[] }
  /** In the choice queue; the item has no score and the candidate can not be published. */
  | { kind: 'unresolved' }

/**
 * The answer that counts.
 *
 * The machine is believed only when it was sure and clear, or sure and blank. A person who confirms that
 * two boxes of a single choice are filled gives `multi_invalid`: scored like a blank, so that A and B
 * together never earn the mark because A comes first.
 *
 * @source domain rules 2.2
 */
export function effectiveAnswer({ machine, human }: AnswerRecord): EffectiveAnswer {
  if (human) return { kind: 'answer', values: human.resolvedAs === 'answer' ? human.values : [] }
  if (machine.doubtful) return { kind: 'unresolved' }
  if (machine.state === 'clear') return { kind: 'answer', values: machine.values }
  return machine.state === 'blank' ? { kind: 'answer', values: [] } : { kind: 'unresolved' }
}

/** 作废 takes an item out of full mark and statistics; 送分 gives every present candidate the full mark. */
export type ItemStatus = 'normal' | 'void' | 'gift' | 'gift_if_answered'

/**
 * The score of an item under its status. `void`: null, it counts nowhere. `gift`: full for everyone
 * present; `gift_if_answered`: nothing for a blank.
 *
 * @source domain rules 2.4
 */
export function scoreUnderStatus(
  status: ItemStatus,
  answered: boolean,
  fullMilli: Milli,
  scored: Milli | null,
): Milli | null {
  switch (status) {
    case 'normal':
      return scored
    case 'void':
      return null
    case 'gift':
      return fullMilli
    case 'gift_if_answered':
      return answered ? fullMilli : 0
  }
}

/** In the full mark of the subject? All but void items. */
export const countsInFull = (status: ItemStatus): boolean => status !== 'void'

/** In item statistics? Only items that were scored as set. */
export const countsInItemStatistics = (status: ItemStatus): boolean => status === 'normal'
