import type { RankType } from '@hengjuan/domain'
import { AppError, rankTypesFor, scopeAllows, TOTAL_SUBJECT_ID } from '@hengjuan/domain'
import {
  forEachMember,
  type Members,
  membersOfClasses,
  type ResultVersion,
  type ScoreColumn,
  scoreColumn,
} from '@hengjuan/stats'
import { type ExamView, LEAST_AGGREGATE } from '../../../http/exam-view.ts'
import type { Session } from '../../../http/session.ts'
import type { ReportConfig } from '../../setting/index.ts'
import type { EarlierHead } from './earlier.query.ts'
import type { EarlierExam } from './earlier.ts'
import type { KnowledgeTags } from './tags.query.ts'
import { LEAST_SHOWN, suppressedGroups } from './suppression.ts'

/** Who sees a report, as far as that says how much of it. */
export type ReportViewer = Pick<Session, 'role' | 'scope'> & { view: ExamView }

/** An earlier exam, question by question. */
export interface EarlierPaper extends EarlierHead {
  version: ResultVersion
  tags: KnowledgeTags
}

/** Filters that most reports have. */
export interface CommonQuery {
  subject_id?: number | undefined
  school_id?: number | undefined
  class_id?: number | undefined
}

/** A version cut down to what somebody may see of it and asked for: all that a report is computed from. */
export interface ReportContext {
  version: ResultVersion
  /** The version that it is compared with, where somebody asked for one and may see it. */
  earlier: ResultVersion | null
  /** The earlier exam that somebody asked to compare with. */
  compared: EarlierExam | null
  /** Earlier exams of the same year group, the newest first, for the reports that look back. */
  history: readonly EarlierExam[]
  /** Of the exam compared with, its questions as well, where a report reads them. */
  comparedVersion: ResultVersion | null
  /** Earlier exams with their questions and what these are about, the newest first, where somebody asked for them. */
  earlierPapers: readonly EarlierPaper[]
  /** Knowledge points of questions, where a report reads them. */
  tags: KnowledgeTags
  /** Schools that were asked to take part and are not in the version, where the caller is shown them by name. */
  missingSchools: readonly string[]
  /** 男 or 女 by student, where a report tells them apart; none of who has neither. */
  sexes: ReadonlyMap<number, string>
  /** Made for a file and not for a page. */
  isFile: boolean
  /** What the caller noted about students, by student. */
  ownNotes: Readonly<Record<number, string>>
  viewer: ReportViewer
  /** The subject asked for, or the total. */
  column: ScoreColumn
  /** Places of the subjects that the caller sees. */
  subjects: number[]
  /** Places of the classes that the caller sees, and of those that the filters leave of them. */
  allowed: number[]
  classes: number[]
  /** Do the filters single out a class or a school? */
  single: 'class' | 'school' | null
  /** Candidates of those classes. */
  visible: Members
  /** What means, ranks and differences refer to. */
  reference: {
    kind: 'joint' | 'district' | 'school'
    name: string
    members: Members
    id: number | null
  }
  /** Do others than the visible candidates stand behind the reference? */
  hasRest: boolean
  /** Candidates one by one, or only what groups have in common? */
  seesPeople: boolean
  /** Are there people behind the reference whose rank among them the caller may not learn? @source reports 2.2 */
  hidesRanks: boolean
  isJoint: boolean
  rankTypes: RankType[]
  /** Grades 1 to 9: a bureau sees levels and rates of schools, no means. @source reports 2.2 */
  withoutMeans: boolean
  config: ReportConfig
  /** Names of the districts and cities of the schools. */
  regionNames: Readonly<Record<number, string>>
  /** Why more is shown than the stage allows by itself; null where nobody said. */
  overrideReason: string | null
}

/** Schools of a joint exam beside the own ones that it takes for figures of all: fewer would be shown by a difference. */
const LEAST_OTHER_SCHOOLS = 3

/** Cuts a version to what the caller's role, the view of the exam and the filters leave. */
export function contextOf(
  released: ResultVersion,
  viewer: ReportViewer,
  config: ReportConfig,
  query: CommonQuery,
  regionNames: ReportContext['regionNames'] = {},
): ReportContext {
  const { scope, view } = viewer
  const version = withOwnNames(bySettings(released, config), view)
  const { manifest, columns } = version
  const schoolOf = (place: number): number =>
    manifest.schools[manifest.classes[place]?.school ?? 0]?.id ?? 0
  const inView = [...manifest.classes.keys()].filter(
    (place) => view.schools === 'all' || view.schools.includes(schoolOf(place)),
  )
  const allowed = inView.filter((place) =>
    scopeAllows(scope.classes, manifest.classes[place]?.id ?? 0),
  )
  const classes = allowed.filter(
    (place) =>
      (query.class_id === undefined || manifest.classes[place]?.id === query.class_id) &&
      (query.school_id === undefined || schoolOf(place) === query.school_id),
  )
  const visible = membersOfClasses(columns, classes)
  const isJoint = manifest.schools.length > 1
  const column = scoreColumn(version, query.subject_id)
  const reference = referenceOf(version, column, inView)
  const rankTypes = rankTypesOf(version, viewer, config)
  const seesPeople = view.named === 'all' || view.named.length > 0
  const context: ReportContext = {
    version,
    earlier: null,
    compared: null,
    history: [],
    ownNotes: {},
    sexes: new Map(),
    isFile: false,
    comparedVersion: null,
    earlierPapers: [],
    tags: {},
    missingSchools: [],
    viewer,
    column,
    subjects: [...manifest.subjects.keys()].filter((place) =>
      scopeAllows(scope.subjects, manifest.subjects[place]?.id ?? 0),
    ),
    allowed,
    classes,
    single:
      query.class_id !== undefined ? 'class' : query.school_id !== undefined ? 'school' : null,
    visible,
    reference,
    hasRest: sizeOf(reference.members) > sizeOf(visible),
    seesPeople,
    hidesRanks: seesPeople && !rankTypes.includes(reference.kind),
    isJoint,
    rankTypes,
    withoutMeans: manifest.policy === 'compulsory' && view.side === 'region',
    overrideReason: config.policy.reason ?? (config.policyReason || null),
    config,
    regionNames,
  }
  if (keptBackIn(context, column).whole) throw new AppError('GROUP_TOO_SMALL')
  return context
}

/**
 * What is kept back of a column from who sees no people: small groups, and as many others as it takes that they are not
 * told by subtraction. By all that the caller may ask for, not by the filters: several answers give no more than one.
 *
 * @source reports 2.3
 */
export function keptBackIn(
  { version: { manifest, columns }, allowed, classes, single, seesPeople }: ReportContext,
  column: Pick<ScoreColumn, 'scores'>,
): { whole: boolean; classes: ReadonlySet<number>; schools: ReadonlySet<number> } {
  const hidden = new Set<number>()
  const hiddenSchools = new Set<number>()
  if (seesPeople) return { whole: false, classes: hidden, schools: hiddenSchools }
  const sizeIn = (places: readonly number[]): number =>
    presentIn(column, membersOfClasses(columns, places))
  const schools = [...Map.groupBy(allowed, (place) => manifest.classes[place]?.school).values()]
  const isSmall = suppressedGroups(schools.map(sizeIn))
  for (const [at, places] of schools.entries()) {
    const isHidden = suppressedGroups(places.map((place) => sizeIn([place])))
    if (isSmall[at]) hiddenSchools.add(manifest.classes[places[0]!]!.school)
    for (const [index, place] of places.entries())
      if (isSmall[at] || isHidden[index]) hidden.add(place)
  }
  const total = sizeIn(classes)
  const isWhole =
    single === 'class'
      ? classes.some((place) => hidden.has(place))
      : single === 'school'
        ? schools.some((places, at) => isSmall[at] && places.some((one) => classes.includes(one)))
        : total > 0 && total < LEAST_SHOWN
  return { whole: isWhole, classes: hidden, schools: hiddenSchools }
}

/** Mean and spread of fewer strangers tell where they stand among scores that one knows. @source reports 2.2 */
export const LEAST_STRANGERS = 10

/** Are the strangers behind the reference so few that nothing is told of it? */
export function isReferenceHidden(
  context: ReportContext,
  column: Pick<ScoreColumn, 'scores'>,
): boolean {
  const rest = hiddenRest(context, column)
  return rest > 0 && rest < (context.hidesRanks ? LEAST_STRANGERS : LEAST_SHOWN)
}

/** How many stand behind the reference whom the caller does not see, whatever the filters. */
export const hiddenRest = (
  { version, allowed, reference }: ReportContext,
  column: Pick<ScoreColumn, 'scores'>,
): number =>
  presentIn(column, reference.members) -
  presentIn(
    column,
    membersOfClasses(
      version.columns,
      allowed.filter((place) => isWithin(reference.members, version.columns.classStart, place)),
    ),
  )

/** Does the group at a place belong to them as a whole? @param starts where each group begins */
export const isWithin = ({ runs }: Members, starts: Int32Array, place: number): boolean =>
  runs.some(({ from, to }) => (starts[place] ?? 0) >= from && (starts[place + 1] ?? 0) <= to)

/** Who sees one school of several reads its classes by their own names: the school's would only cut them short. */
function withOwnNames(version: ResultVersion, { schools: seen }: ExamView): ResultVersion {
  const { manifest } = version
  const [id, another] = seen === 'all' ? [] : seen
  const own = manifest.schools.find((school) => school.id === id)
  if (!own || another !== undefined) return version
  const prefix = `${own.shortName} `
  const classes = manifest.classes.map((one) =>
    one.name.startsWith(prefix) ? { ...one, name: one.name.slice(prefix.length) } : one,
  )
  return { ...version, manifest: { ...manifest, classes } }
}

/** Rates and policy go by what the school set; a score at the lowest line is low where it said so. */
function bySettings(
  version: ResultVersion,
  { rates, lowInclusive, policy }: Pick<ReportConfig, 'rates' | 'lowInclusive' | 'policy'>,
): ResultVersion {
  // Scores are whole thousandths: the smallest addition takes in those that lie on the line.
  const low = lowInclusive ? rates.low + 1e-9 : rates.low
  return {
    ...version,
    manifest: { ...version.manifest, policy: policy.profile, thresholds: { ...rates, low } },
  }
}

export const sizeOf = ({ runs }: Members): number =>
  runs.reduce((sum, { from, to }) => sum + to - from, 0)

/** How many of them have a score. */
export function presentIn({ scores }: Pick<ScoreColumn, 'scores'>, members: Members): number {
  let present = 0
  forEachMember(members, (place) => {
    if ((scores[place] ?? -1) >= 0) present += 1
  })
  return present
}

/**
 * All who sat the exam; only the schools in view where the others are so few that a difference would show them.
 *
 * @source reports P39; domain rules 18.2
 */
function referenceOf(
  { manifest, columns }: ResultVersion,
  column: ScoreColumn,
  inView: readonly number[],
): ReportContext['reference'] {
  const own = membersOfClasses(columns, inView)
  const all = membersOfClasses(columns, [...manifest.classes.keys()])
  const schools = new Set(inView.map((place) => manifest.classes[place]?.school))
  const others = manifest.schools.length - schools.size
  const isAll = others === 0
  const isShown =
    isAll ||
    (others >= LEAST_OTHER_SCHOOLS &&
      presentIn(column, all) - presentIn(column, own) >= LEAST_AGGREGATE)
  if (!isShown)
    return {
      kind: 'school',
      name: schools.size === 1 ? '本校' : '所辖学校',
      members: own,
      id: schools.size === 1 ? (manifest.schools[[...schools][0] ?? 0]?.id ?? null) : null,
    }
  return manifest.schools.length > 1
    ? { kind: 'joint', name: '联考', members: all, id: null }
    : { kind: 'school', name: '全年级', members: all, id: manifest.schools[0]?.id ?? null }
}

/**
 * Kinds of rank that the caller sees of this exam: those that there are, and that role and setting leave. Grades 1 to 9
 * show teachers none unless the school said why. @source reports 2.2
 */
function rankTypesOf(
  { manifest, columns }: ResultVersion,
  { role, view }: ReportViewer,
  { ranks, policyReason }: ReportConfig,
): RankType[] {
  if (view.side === 'region') return []
  const isThere: Record<RankType, boolean> = {
    joint: manifest.schools.length > 1,
    city: columns.cityIds.length > 1,
    district: columns.districtIds.length > 1,
    school: true,
    class: true,
  }
  const profile = manifest.policy
  return rankTypesFor(role, { ranks, policyReason, profile }).filter((type) => isThere[type])
}

/** Is the subject asked for one of the exam that the caller does not see? */
export const isForeignSubject = (
  { manifest }: Pick<ResultVersion, 'manifest'>,
  { scope }: Pick<ReportViewer, 'scope'>,
  subjectId: number | undefined,
): boolean =>
  subjectId !== undefined &&
  subjectId !== TOTAL_SUBJECT_ID &&
  manifest.subjects.some(({ id }) => id === subjectId) &&
  !scopeAllows(scope.subjects, subjectId)
