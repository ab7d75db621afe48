import {
  answerWith,
  AppError,
  blockTarget,
  isObjectiveType,
  isVoided,
  keyText,
  type Milli,
  questionTarget,
  type ScoreOverrides,
  SUBJECT_TARGET,
} from '@hengjuan/domain'
import type { Services } from '../../services.ts'
import { countedPoints, imagesOf, paperStateOf, selectBlockRules } from '../marking-core/index.ts'
import { unseenPapers, type Viewer } from '../quality/index.ts'
import { selectScoredQuestions } from '../scoring/index.ts'
import { describeEdits, selectEdits } from './edits.query.ts'
import type { ItemScores, StoredAnswer } from '../scoring/index.ts'

/**
 * Everything behind one candidate's score in a subject, as somebody may see it.
 *
 * @throws AppError NOT_FOUND
 */
export async function selectScoreDetail(
  services: Services,
  viewer: Viewer,
  target: { examId: number; subjectId: number; candidateId: number },
) {
  const { db } = services
  const { examId, subjectId, candidateId } = target
  const row = await db
    .selectFrom('candidate_subject')
    .innerJoin('candidate', 'candidate.id', 'candidate_subject.candidate_id')
    .where('candidate_subject.exam_id', '=', examId)
    .where('candidate_subject.subject_id', '=', subjectId)
    .where('candidate_subject.candidate_id', '=', candidateId)
    .selectAll('candidate_subject')
    .innerJoin('exam', 'exam.id', 'candidate.exam_id')
    .select(['candidate.exam_no', 'candidate.name', 'exam.published_snapshot_id'])
    .executeTakeFirst()
  if (!row) throw new AppError('NOT_FOUND', { what: '考生' })
  const questions = await selectScoredQuestions(db, examId, subjectId)
  const answers = JSON.parse(row.answers ?? '{}') as Record<string, StoredAnswer>
  const scores = JSON.parse(row.item_scores ?? '{}') as ItemScores
  const overrides = JSON.parse(row.overrides ?? '{}') as ScoreOverrides
  const blocks = await selectMarkedBlocks(services, viewer, { subjectId, candidateId })
  return {
    candidate_id: candidateId,
    exam_no: row.exam_no,
    name: row.name,
    attendance: row.attendance,
    total_milli: row.total_milli,
    exact_milli: exactOf(row),
    objective: questions
      .filter(({ type }) => isObjectiveType(type))
      .map((question) => ({
        question_no: question.no,
        answer: answerWith(overrides, question.id, answers[question.id]?.answer ?? null) ?? [],
        key: question.key?.answer ?? [],
        key_text: keyText(question.key?.answer ?? [], question.key?.rule),
        source: answers[question.id]?.source ?? 'machine',
        full_milli: question.fullMilli,
        score_milli: scores[question.id] ?? null,
        edited: overrides[questionTarget(question.id)] !== undefined,
      })),
    version: row.version,
    is_published: row.published_snapshot_id !== null,
    is_void: isVoided(overrides, SUBJECT_TARGET),
    edits: describeEdits(
      await selectEdits(db, {
        exam_id: examId,
        subject_id: subjectId,
        candidate_id: candidateId,
      }),
      questions,
      blocks,
    ),
    blocks: blocks.map((block) => ({
      ...block,
      is_void: isVoided(overrides, blockTarget(block.block_id)),
    })),
  }
}

/** The total before the subject's rounding. */
const exactOf = (row: { objective_milli: number | null; subjective_milli: number | null }) =>
  row.objective_milli === null || row.subjective_milli === null
    ? null
    : row.objective_milli + row.subjective_milli

async function selectMarkedBlocks(
  services: Services,
  viewer: Viewer,
  { subjectId, candidateId }: { subjectId: number; candidateId: number },
) {
  const { db } = services
  const units = await db
    .selectFrom('unit')
    .innerJoin('block', 'block.id', 'unit.block_id')
    .where('unit.candidate_id', '=', candidateId)
    .where('unit.subject_id', '=', subjectId)
    .selectAll('unit')
    .select(['block.name', 'block.full_milli'])
    .orderBy('block.sort')
    .execute()
  const unseen = await unseenPapers(db, viewer, units)
  const images = await imagesOf(
    db,
    services,
    units.filter(({ id }) => !unseen.has(id)),
  )
  const readings = await db
    .selectFrom('reading')
    .innerJoin('unit', 'unit.id', 'reading.unit_id')
    .innerJoin('user', 'user.id', 'reading.marker_id')
    .where('unit.candidate_id', '=', candidateId)
    .where('unit.subject_id', '=', subjectId)
    .where('reading.state', '<>', 'released')
    .where('reading.role', 'not in', ['SEED', 'SELF'])
    .select([
      'reading.unit_id',
      'reading.role',
      'reading.state',
      'reading.total_milli',
      'reading.points',
      'reading.submitted_at',
      'user.name as marker_name',
    ])
    .orderBy('reading.id')
    .execute()
  const names = new Map<number, string[]>()
  for (const unit of units) {
    const points = countedPoints(await selectBlockRules(db, unit.block_id), unit)
    names.set(
      unit.id,
      points.map(({ name }) => name),
    )
  }
  return units.map((unit) => ({
    block_id: unit.block_id,
    unit_id: unit.id,
    name: unit.name,
    full_milli: unit.full_milli,
    state: paperStateOf(unit),
    final_milli: unit.final_milli,
    final_source: unit.final_source,
    final_reason: unit.final_reason,
    images: images.get(unit.id) ?? [],
    is_risk: unseen.has(unit.id),
    readings: readings
      .filter((reading) => reading.unit_id === unit.id)
      .map(({ unit_id: _unit, points, ...reading }) => ({
        ...reading,
        points: namedScores(names.get(unit.id) ?? [], points),
      })),
  }))
}

/** What a reading gave each point, where there are several of them. */
function namedScores(names: readonly string[], points: string | null) {
  const scores = JSON.parse(points ?? '[]') as Milli[]
  if (names.length < 2 || scores.length !== names.length) return []
  return scores.map((score_milli, index) => ({ name: names[index] ?? '', score_milli }))
}
