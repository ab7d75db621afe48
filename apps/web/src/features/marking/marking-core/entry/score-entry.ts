import {
  acceptKey,
  closeEntry,
  formatMilli,
  type KeyOutcome,
  legalScores,
  type Milli,
  type ScorePoint,
} from '@hengjuan/domain'

/** What has been typed for a paper so far. `scores` has one entry a point, null while it has none. */
export interface ScoreEntry {
  scores: readonly (Milli | null)[]
  /** The point that keys go to. */
  at: number
  /** Typed, but more keys may follow. */
  buffer: string
  /** Keys that were refused since the last one that was not; each is shown once. */
  refusals: number
  /** Entries of the rubric that were pressed, by id; those count that the scores stand for. */
  pressed: readonly string[]
}

/** A paper's points and how its scores are given. */
export interface EntryRules {
  points: readonly ScorePoint[]
  /** 扣减给分: begins at full marks, keys take away. */
  isDeductive: boolean
  /** Nothing stands before it is given, also where keys take away: full marks must not be decided by one key. */
  beginsOpen?: boolean
}

export type EnterOutcome = 'moved' | 'complete' | 'missing' | 'refused'

/** What a point has before anything is given; null where it has nothing. */
export const ungiven = (
  { isDeductive, beginsOpen }: Omit<EntryRules, 'points'>,
  { fullMilli }: Pick<ScorePoint, 'fullMilli'>,
): Milli | null => (isDeductive && !beginsOpen ? fullMilli : null)

export const emptyEntry = (rules: EntryRules): ScoreEntry => ({
  scores: rules.points.map((point) => ungiven(rules, point)),
  at: 0,
  buffer: '',
  refusals: 0,
  pressed: [],
})

/** An entry that begins with scores given before, and the entries of the rubric that they were given by. */
export const entryOf = (
  scores: readonly (Milli | null)[],
  pressed: readonly string[] = [],
): ScoreEntry => ({
  scores,
  at: 0,
  buffer: '',
  refusals: 0,
  pressed,
})

/** Is anything typed, or given other than what stands before anything is? */
export function isAnyGiven({ scores, buffer }: ScoreEntry, rules: EntryRules): boolean {
  const before = emptyEntry(rules).scores
  return buffer !== '' || scores.some((score, at) => score !== before[at])
}

export const isComplete = ({ scores, buffer }: ScoreEntry): boolean =>
  buffer === '' && scores.every((score) => score !== null)

/**
 * Did this change give the last score that was missing? Where all points begin full, that is the last
 * point's score.
 */
export function isFinishedBy(before: ScoreEntry, after: ScoreEntry, rules: EntryRules): boolean {
  if (before.scores === after.scores || !isComplete(after)) return false
  return rules.isDeductive ? before.at === before.scores.length - 1 : !isComplete(before)
}

/** Sum of what is given; null while nothing is. */
export const entryTotal = ({ scores }: ScoreEntry): Milli | null =>
  scores.some((score) => score !== null)
    ? scores.reduce<Milli>((sum, score) => sum + (score ?? 0), 0)
    : null

/** What the score field of a point shows. */
export function shownScore(entry: ScoreEntry, index: number, { isDeductive }: EntryRules): string {
  const score = entry.scores[index]
  if (index === entry.at && entry.buffer !== '')
    return isDeductive ? `−${entry.buffer}` : entry.buffer
  return score === null || score === undefined ? '' : formatMilli(score)
}

/** A digit, `.` or `;`. @source ui D2 (prefix-aware acceptance) */
export function typeKey(entry: ScoreEntry, key: string, rules: EntryRules): ScoreEntry {
  const point = rules.points[entry.at]
  if (!point) return entry
  return afterKey(entry, acceptKey(entry.buffer, key, legalScores(point)), rules)
}

function afterKey(entry: ScoreEntry, outcome: KeyOutcome, rules: EntryRules): ScoreEntry {
  if (outcome.kind === 'refused') return { ...entry, refusals: entry.refusals + 1 }
  if (outcome.kind === 'waiting') return { ...entry, buffer: outcome.buffer, refusals: 0 }
  const full = rules.points[entry.at]?.fullMilli ?? 0
  return givePoint(entry, rules.isDeductive ? full - outcome.scoreMilli : outcome.scoreMilli, rules)
}

/** Gives the point in hand its score and goes on: to the next one without, or where all begin full to the next. */
export function givePoint(
  entry: ScoreEntry,
  score: Milli,
  { isDeductive, beginsOpen }: EntryRules,
): ScoreEntry {
  const given = setScore(entry, entry.at, score)
  const next = Math.min(entry.at + 1, entry.scores.length - 1)
  return isDeductive && !beginsOpen ? { ...given, at: next } : given
}

/** Gives a point its score and goes on to the next one without. */
export function setScore(entry: ScoreEntry, index: number, score: Milli): ScoreEntry {
  const scores = entry.scores.map((old, point) => (point === index ? score : old))
  return { ...entry, scores, buffer: '', refusals: 0, at: nextEmpty(scores, index) ?? index }
}

function nextEmpty(scores: readonly (Milli | null)[], after: number): number | null {
  const later = scores.findIndex((score, index) => index > after && score === null)
  if (later >= 0) return later
  const first = scores.indexOf(null)
  return first >= 0 ? first : null
}

/** Takes typed text as it stands; then tells whether all is given, or goes to what is not. */
export function enter(
  entry: ScoreEntry,
  rules: EntryRules,
): { entry: ScoreEntry; outcome: EnterOutcome } {
  let now = entry
  if (entry.buffer !== '') {
    const point = rules.points[entry.at]
    const closed = point ? closeEntry(entry.buffer, legalScores(point)) : null
    if (!closed || closed.kind !== 'accepted')
      return { entry: { ...entry, refusals: entry.refusals + 1 }, outcome: 'refused' }
    now = afterKey(entry, closed, rules)
    // What begins full is complete before anybody came to it: only at the last point Enter means the whole paper.
    const isBefore = rules.isDeductive && !rules.beginsOpen && now.at > entry.at
    if (isBefore || !isComplete(now)) return { entry: now, outcome: 'moved' }
  }
  if (isComplete(now)) return { entry: now, outcome: 'complete' }
  const missing = now.scores.indexOf(null)
  return { entry: { ...now, at: missing, buffer: '', refusals: 0 }, outcome: 'missing' }
}

export function move(entry: ScoreEntry, by: 1 | -1, rules: EntryRules): ScoreEntry {
  const { entry: closed } = entry.buffer === '' ? { entry } : enter(entry, rules)
  const at = Math.min(entry.scores.length - 1, Math.max(0, entry.at + by))
  return { ...closed, buffer: '', refusals: 0, at }
}

export const select = (entry: ScoreEntry, at: number): ScoreEntry => ({
  ...entry,
  at,
  buffer: '',
  refusals: 0,
})

/** Takes back the last key, or the score of the point: what begins full is full again. */
export function clearPoint(entry: ScoreEntry, rules: EntryRules): ScoreEntry {
  if (entry.buffer !== '') return { ...entry, buffer: entry.buffer.slice(0, -1), refusals: 0 }
  const point = rules.points[entry.at]
  const cleared = point ? ungiven(rules, point) : null
  return { ...entry, scores: entry.scores.with(entry.at, cleared), refusals: 0 }
}

/** Full marks or zero: of the point, or of the whole block. */
export function giveAll(
  entry: ScoreEntry,
  what: 'full' | 'zero',
  isWhole: boolean,
  rules: EntryRules,
): ScoreEntry {
  const scoreOf = (index: number) => (what === 'full' ? (rules.points[index]?.fullMilli ?? 0) : 0)
  if (!isWhole) return givePoint(entry, scoreOf(entry.at), rules)
  return {
    ...entry,
    buffer: '',
    refusals: 0,
    scores: entry.scores.map((_, index) => scoreOf(index)),
  }
}

/** Gives a point its score, or takes it back, and stays there: more may follow. */
export const holdScore = (
  entry: ScoreEntry,
  index: number,
  score: Milli | null,
  rules: EntryRules,
): ScoreEntry => {
  const point = rules.points[index]
  return {
    ...entry,
    scores: entry.scores.with(index, score ?? (point ? ungiven(rules, point) : null)),
    at: index,
    buffer: '',
    refusals: 0,
  }
}
