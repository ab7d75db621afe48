import type { ReplyOf, rubricGet } from '@hengjuan/contracts'
import { AppError, EMPTY_RUBRIC, type Rubric } from '@hengjuan/domain'
import { runInWorker } from '../../../reader-thread/run-in-worker.ts'
import type { Session } from '../../../http/session.ts'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  countByVersion,
  findOwnVersion,
  findRubric,
  pointView,
  type RubricVersion,
  selectBlockRules,
  selectVersions,
} from '../../marking-core/index.ts'
import { type MessageBlock, type Place, placeIn } from '../message-side.ts'

type View = ReplyOf<typeof rubricGet>

/** Leaders of the block change its rubric, and who sets blocks up. */
export const mayChangeRubric = ({ leads, setsUp }: Place): boolean => leads || setsUp

/**
 * The rubric of a block for somebody who marks, leads or supervises it.
 *
 * @param asked - versions to show and to compare with; absent for the one that holds, and that of the
 *   caller's last paper
 * @throws AppError MARKING_NOT_ASSIGNED, MARKING_RUBRIC_UNKNOWN
 */
export async function rubricOf(
  services: Services,
  session: Session,
  block: MessageBlock,
  asked: { version?: number | undefined; before?: number | undefined } = {},
): Promise<View> {
  const { db } = services
  const place = await placeIn(db, session, block)
  const rules = await selectBlockRules(db, block.id)
  const version = rules.settings.rubricVersion
  const versions = await selectVersions(db, block.id)
  const counts = place.side === 'leader' ? await givenByVersion(services, block.id) : null
  const load = async (number: number): Promise<RubricVersion> => {
    const found = (await findRubric(db, block.id, number)) ?? unsaved(rules, number)
    if (!found) throw new AppError('MARKING_RUBRIC_UNKNOWN', { version: number })
    return found
  }
  const last = await findOwnVersion(db, block.id, session.userId)
  const before = asked.before ?? (last !== undefined && last < version ? last : null)
  return {
    exam_id: block.exam_id,
    block_id: block.id,
    block_name: block.name,
    points: rules.points.map(pointView),
    version,
    shown: versionView(rules, await load(asked.version ?? version)),
    before: before === null ? null : versionView(rules, await load(before)),
    history: versions.map((row) => ({
      version: row.version,
      note: row.note,
      saved_by: row.saved_by,
      saved_at: row.saved_at,
      readings: counts && (counts.get(row.version) ?? 0),
    })),
    older:
      counts && [...counts].reduce((sum, [under, count]) => sum + (under < version ? count : 0), 0),
    may_change: mayChangeRubric(place),
  }
}

/** Readings by the version that they were given under, counted away from those who mark. */
export const givenByVersion = runInWorker(
  import.meta.url,
  'givenByVersion',
  ({ db }, blockId: number) => countByVersion(db, blockId),
)

/** What has no row: the empty one that all begin with, and a text from before versions were kept. */
function unsaved({ settings }: BlockRules, version: number): RubricVersion | null {
  const isHeld = version === settings.rubricVersion
  if (version > 0 && !isHeld) return null
  return {
    ...EMPTY_RUBRIC,
    text: isHeld ? settings.rubric : '',
    version,
    note: '',
    savedBy: null,
    savedAt: null,
  }
}

function versionView(rules: BlockRules, rubric: RubricVersion): View['shown'] {
  return {
    version: rubric.version,
    text: rubric.text,
    entries: entriesView(rules, rubric),
    note: rubric.note,
    saved_by: rubric.savedBy,
    saved_at: rubric.savedAt,
  }
}

const entriesView = ({ points }: BlockRules, { entries }: Rubric) =>
  entries.map(({ id, point: key, text, milli }) => {
    const point = points.find((one) => one.key === key)
    return {
      entry_id: id,
      point_id: point?.id ?? null,
      point_name: point?.name ?? key.trim(),
      text,
      milli,
    }
  })
