import {
  allocationSet,
  blockSettingsGet,
  blockSettingsSet,
  markingConfirm,
  schoolMarkers,
} from '@hengjuan/contracts'
import type { Account } from './account.ts'

export interface MarkedBlock {
  subjectId: number
  blockId: number
  name: string
  fullMilli: number
  markMode: number
  toleranceMilli: number
  points: { questionNo: string; fullMilli: number; stepMilli: number }[]
}

/** Every scoring mode and every allocation mode is used somewhere; the composition is read three times. */
const MODES = [0, 1, 2, 3, 4]
const ALLOCATIONS = [1, 2, 3]

/** Sets modes, tolerances and markers of every block of a subject and opens it. */
export async function openMarking(
  manager: Account,
  target: { examId: number; subjectId: number; candidates: number; leader: string },
): Promise<MarkedBlock[]> {
  const { examId, subjectId } = target
  const query = { exam_id: examId, subject_id: subjectId }
  const { blocks } = await manager.call(blockSettingsGet, { query })
  const staff = await manager.call(schoolMarkers, { query: {} })
  const idOf = (account: string): number => {
    const person = staff.find((one) => one.account === account)
    if (!person) throw new Error(`no marker ${account}`)
    return person.user_id
  }
  const markers = ['marker1', 'marker2', 'marker3', 'marker4'].map(idOf)
  const chosen = blocks.map((block, index) => ({
    block,
    mark_mode: block.full_milli >= 40_000 ? 3 : MODES[(index + subjectId) % MODES.length]!,
    alloc_mode: ALLOCATIONS[index % ALLOCATIONS.length]!,
  }))
  await manager.call(blockSettingsSet, {
    body: {
      ...query,
      blocks: chosen.map(({ block, mark_mode, alloc_mode }) => ({
        block_id: block.block_id,
        mark_mode,
        alloc_mode,
        tolerance_milli: block.default_tolerance_milli,
      })),
    },
  })
  for (const { block, mark_mode, alloc_mode } of chosen) {
    const readings = target.candidates * (mark_mode === 0 ? 1 : 2)
    await manager.call(allocationSet, {
      body: {
        block_id: block.block_id,
        alloc_mode,
        markers: [
          ...markers.map((marker_id) => ({
            marker_id,
            duty: 'marker' as const,
            quota: alloc_mode === 3 ? Math.ceil(readings / markers.length) : null,
          })),
          { marker_id: idOf(target.leader), duty: 'leader' as const },
        ],
      },
    })
  }
  await manager.call(markingConfirm, { body: query })
  const saved = await manager.call(blockSettingsGet, { query })
  return saved.blocks.map((block) => ({
    subjectId,
    blockId: block.block_id,
    name: block.block_name,
    fullMilli: block.full_milli,
    markMode: block.mark_mode,
    toleranceMilli: block.tolerance_milli,
    points: block.points.map((point) => ({
      questionNo: point.question_no ?? '',
      fullMilli: point.full_milli,
      stepMilli: point.step_milli,
    })),
  }))
}
