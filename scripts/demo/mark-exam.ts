import { createSnapshot, previewAll, type ReplyOf } from '@hengjuan/contracts'
import { knowingEyes, stampEyes, type WrittenAnswer } from './eyes.ts'
import type { MarkedBlock } from './open-marking.ts'
import { Markers, type MarkingTally } from './marking.ts'
import { blockKeyOf } from './published-check.ts'
import type { Stamp } from './reader-stamp.ts'
import { whoWroteWhat, writtenBy } from './who-wrote-what.ts'
import type { Stage, School } from './demo-stage.ts'
import type { ScannedExam } from './scan-exam.ts'

export interface MarkedExam {
  tally: MarkingTally
  /** Crops that showed another candidate's, another subject's or another block's answer. */
  cropsMixedUp: number
}

/** Marks an exam; with a limit it is left half done. */
export async function markExam(
  stage: Stage,
  school: School,
  { runs, blocks, exam }: ScannedExam,
  limit = Infinity,
): Promise<MarkedExam> {
  const end = stage.progress.phase(`阅卷 ${exam.name}`)
  const answerOf = (stamp: Stamp): WrittenAnswer | null => {
    const candidate = exam.candidates.find(({ examNo }) => examNo === stamp.examNo)
    return candidate && runs.some(({ subjectId }) => subjectId === stamp.subjectId)
      ? writtenBy(candidate, stamp.subjectId)
      : null
  }
  const keyOf = (block: MarkedBlock): string => {
    const run = runs.find(({ subjectId }) => subjectId === block.subjectId)
    return run ? blockKeyOf(run, block).key : ''
  }
  const eyes = stage.stamped
    ? stampEyes(answerOf, keyOf)
    : knowingEyes(await whoWroteWhat(school.director, exam, runs))
  const markers = new Markers(school.markers, school.leaders, eyes)
  await markers.work(
    blocks,
    async () => {
      if (markers.tally.readings % 50 === 0)
        stage.progress.detail(`${markers.tally.readings} 次评阅`)
      await stage.faults.afterStep()
    },
    limit,
  )
  end(`${markers.tally.readings} 次评阅，${markers.tally.arbitrations} 次仲裁`)
  return { tally: markers.tally, cropsMixedUp: eyes.mixedUp }
}

/** Releases the results. */
export async function publishExam(
  stage: Stage,
  school: School,
  { exam }: ScannedExam,
): Promise<ReplyOf<typeof createSnapshot>> {
  const end = stage.progress.phase(`合成与发布 ${exam.name}`)
  const preview = await school.director.call(previewAll, { query: { exam_id: exam.examId } })
  const open = preview.subjects.flatMap(({ subject_name, gate }) =>
    gate
      .filter(({ blocking }) => blocking)
      .map(({ label, count }) => `${subject_name}：${label} ${count}`),
  )
  if (open.length > 0) throw new Error(`not ready to publish: ${open.join('；')}`)
  const released = await school.director.call(createSnapshot, {
    body: { exam_id: exam.examId, confirm_name: exam.name },
  })
  end(`版本 ${released.version}`)
  return released
}
