import { type Db, isOneOf, readTogether, type Tables } from '@hengjuan/db'
import {
  AppError,
  type ArbView,
  BACK_MARK,
  BLANK_INK_LIMIT,
  type BlockPolicy,
  type CombineRule,
  type CompareScope,
  DEFAULT_MARKING_PAGE,
  defaultTolerance,
  type MarkingPagePolicy,
  type MarkMode,
  type MarkScope,
  type Milli,
  QUALIFICATION_LIMITS,
  qualifyRule,
  type QualifySource,
  type RoundMode,
  type SchoolGroup,
  type SeedFeedback,
  USUAL_SELF_RATIO,
} from '@hengjuan/domain'
import type { Selectable } from 'kysely'

export type BlockRow = Selectable<Tables['block']>

/** Column `block.settings`. */
export interface BlockPageSettings extends MarkingPagePolicy {
  rubric: string
  /** Its version, from 1; 0 for none. A text from before versions were kept is the first. */
  rubricVersion: number
  quotasAreWeights: boolean
  /** At their target, markers may take what nobody below target can read. @source domain rules 4.3 */
  autoTopUp: boolean
  /** Are papers with hardly any ink shown to a person before they are marked? @source domain rules 6.1 */
  blankCheck: boolean
  /** Ink ratio up to which they are. */
  blankInkLimit: number
  /** High stakes: a second person confirms a blank. */
  blankNeedsTwo: boolean
  /** Least time that every paper is looked at; 0 asks for none. @source domain rules 7.5 */
  minMs: number
  /** Most papers that a marker is given a day; 0 for no cap. @source domain rules 7.5 */
  dailyCap: number
  /** About how many papers lie between two seeds; 0 for none, null for the usual. @source domain rules 7.3 */
  seedEvery: number | null
  /** Do markers qualify before their first paper? @source domain rules 7.2 */
  qualify: boolean
  /** Whether somebody chose that, or why it is so without. */
  qualifySource: QualifySource
  /** Papers of a qualification set. */
  qualifyCount: number
  /** Least share of them within the tolerance, percent. */
  qualifyPercent: number
  /** Share of own papers that is served again, percent. @source domain rules 7.4 */
  selfRatio: number
  /** Seeds that every marker's day begins with. @source domain rules 7.2 */
  daySeeds: number
  /** How far each point of a seed may lie from the agreed one; 0 looks at the total only. */
  seedPointMilli: Milli
  seedFeedback: SeedFeedback
  /** What an arbitrator sees of earlier readings. @source domain rules 3.3 */
  arbView: ArbView
  /** When marking is to be done, UTC; compared with each marker's forecast. @source domain rules 4.3 */
  deadline: string | null
  /** Words that a composition is to have at least; 0 asks for none. Never a score. */
  wordsLeast: number
  /** Whose papers the markers read. @source domain rules 4.4 */
  scope: MarkScope
  /** Null: as usual, that is in joint exams and not elsewhere. */
  avoidOwnSchool: boolean | null
  /** Which markers read which schools, where the scope is `group`. */
  schoolGroups: readonly SchoolGroup[]
  /** How many of their own latest papers markers may change. @source domain rules 5.1 */
  backmarkLast: number
  /** And for how many hours after submitting; 0 until the block is closed. */
  backmarkHours: number
  /** By key of the point, where they were set. @source domain rules 3.5 */
  pointTolerances: Readonly<Record<string, Milli>>
}

export interface BlockPoint {
  id: number
  /** Stays the same when the sheet is saved again, which makes new ids. */
  key: string
  questionId: number | null
  questionNo: string | null
  name: string
  fullMilli: Milli
  stepMilli: Milli
  /** Furthest apart that two readings of it may lie, where points are compared. */
  toleranceMilli: Milli
}

export interface OptionalGroup {
  /** Key of the choice in `candidate_subject.answers`. */
  fieldId: string
  choose: number
  questions: { id: number; no: string }[]
}

/** Everything that decides how the units of a block are marked. */
export interface BlockRules {
  block: BlockRow
  points: BlockPoint[]
  settings: BlockPageSettings
  optional: OptionalGroup | null
}

/** As they are stored: what nobody set is absent. */
export const storedSettings = (block: Pick<BlockRow, 'settings'>) =>
  JSON.parse(block.settings) as Partial<Omit<BlockPageSettings, 'qualifySource'>>

export function settingsOf(block: Pick<BlockRow, 'settings' | 'is_joint'>): BlockPageSettings {
  const stored = storedSettings(block)
  const { qualify, source } = qualifyRule({
    chosen: stored.qualify ?? null,
    isJoint: block.is_joint === 1,
    // Where a second person confirms blanks, the stakes are high. @source domain rules 6.1
    isHighStakes: stored.blankNeedsTwo ?? false,
  })
  return {
    ...DEFAULT_MARKING_PAGE,
    rubric: '',
    rubricVersion: stored.rubric ? 1 : 0,
    quotasAreWeights: false,
    autoTopUp: true,
    blankCheck: true,
    blankInkLimit: BLANK_INK_LIMIT,
    blankNeedsTwo: false,
    minMs: 0,
    dailyCap: 0,
    seedEvery: null,
    qualifyCount: QUALIFICATION_LIMITS.usualCount,
    qualifyPercent: QUALIFICATION_LIMITS.usualPercent,
    selfRatio: USUAL_SELF_RATIO,
    daySeeds: 1,
    seedPointMilli: 0,
    seedFeedback: 'after_two',
    arbView: 'scores',
    deadline: null,
    wordsLeast: 0,
    scope: 'mixed',
    avoidOwnSchool: null,
    schoolGroups: [],
    pointTolerances: {},
    backmarkLast: BACK_MARK.usualLast,
    backmarkHours: 0,
    ...stored,
    qualify,
    qualifySource: source,
  }
}

/** @throws AppError MARKING_BLOCK_NOT_FOUND */
export async function selectBlockRules(db: Db, blockId: number): Promise<BlockRules> {
  const rules = (await selectRulesOfBlocks(db, [blockId])).get(blockId)
  if (!rules) throw new AppError('MARKING_BLOCK_NOT_FOUND')
  return rules
}

/** By block; those that do not exist are absent. */
export async function selectRulesOfBlocks(
  db: Db,
  blockIds: readonly number[],
): Promise<Map<number, BlockRules>> {
  const { blocks, blockPoints } = await readTogether(db, {
    blocks: db
      .selectFrom('block')
      .selectAll()
      .where(isOneOf(db, 'id', blockIds)),
    blockPoints: db
      .selectFrom('score_point')
      .leftJoin('question', 'question.id', 'score_point.question_id')
      .where(isOneOf(db, 'score_point.block_id', blockIds))
      .selectAll('score_point')
      .select(['question.no', 'question.optional_group', 'question.full_milli as question_full'])
      .orderBy('score_point.sort'),
  })
  const pointsOfBlock = Map.groupBy(blockPoints, ({ block_id }) => block_id)
  return new Map(
    blocks.map((block) => {
      const rows = pointsOfBlock.get(block.id) ?? []
      const grouped = rows.filter((row) => row.optional_group !== null)
      const group = grouped[0]
      const questions = new Map(grouped.map((row) => [row.question_id ?? 0, row.no ?? '']))
      const settings = settingsOf(block)
      const keys = pointKeys(rows)
      const rules: BlockRules = {
        block,
        settings,
        points: rows.map((row, at) => ({
          id: row.id,
          key: keys[at] ?? '',
          questionId: row.question_id,
          questionNo: row.no,
          name: row.name,
          fullMilli: row.full_milli,
          stepMilli: row.step_milli,
          toleranceMilli: Math.min(
            settings.pointTolerances[keys[at] ?? ''] ?? defaultTolerance(row.full_milli),
            row.full_milli,
          ),
        })),
        optional: group
          ? {
              fieldId: `optional:${group.optional_group}`,
              choose: Math.max(1, Math.round(block.full_milli / (group.question_full ?? 1))),
              questions: [...questions].map(([id, no]) => ({ id, no })),
            }
          : null,
      }
      return [block.id, rules] as const
    }),
  )
}

/** Question and name of each point; where they repeat, with how many there were before. */
function pointKeys(rows: readonly { no: string | null; name: string }[]): string[] {
  const times = new Map<string, number>()
  return rows.map(({ no, name }) => {
    const key = `${no ?? ''} ${name}`
    const before = times.get(key) ?? 0
    times.set(key, before + 1)
    return before === 0 ? key : `${key} ${before}`
  })
}

/** The points that count for a unit: all, or those of the optional questions chosen. */
export const pointsOf = (rules: BlockRules, choice: readonly number[] | null): BlockPoint[] =>
  rules.optional
    ? rules.points.filter(({ questionId }) => questionId !== null && choice?.includes(questionId))
    : rules.points

/** By which the papers of a block are judged; of those alone of which all points count, it is the same for each. */
export function policyOf(rules: BlockRules, choice: readonly number[] | null): BlockPolicy {
  if (rules.optional) return policyFor(rules, choice)
  const policy = policies.get(rules) ?? policyFor(rules, null)
  policies.set(rules, policy)
  return policy
}

const policies = new WeakMap<BlockRules, BlockPolicy>()

function policyFor(rules: BlockRules, choice: readonly number[] | null): BlockPolicy {
  const { block, settings } = rules
  const points = pointsOf(rules, choice)
  return {
    mode: block.mark_mode as MarkMode,
    toleranceMilli: block.tolerance_milli,
    pointTolerancesMilli: points.map(({ toleranceMilli }) => toleranceMilli),
    compareScope: block.compare_scope as CompareScope,
    combine: block.combine as CombineRule,
    roundStepMilli: block.round_step_milli === 0 ? null : block.round_step_milli,
    roundMode: block.round_mode as RoundMode,
    points,
    blankNeedsTwo: settings.blankNeedsTwo,
  }
}

/** Final scores in the order of all points of the block; null for an optional question not chosen. */
export function spreadOverBlock(
  rules: BlockRules,
  choice: readonly number[] | null,
  scores: readonly Milli[],
): (Milli | null)[] {
  const counted = pointsOf(rules, choice)
  return rules.points.map((point) => {
    const index = counted.indexOf(point)
    return index < 0 ? null : (scores[index] ?? null)
  })
}
