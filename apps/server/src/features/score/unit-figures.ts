import { PRESENT } from '@hengjuan/domain'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { gatherScores } from './snapshot/gather.ts'
import { scoreAt } from './snapshot/own-results.ts'

export interface UnitFigures {
  id: number
  name: string
  registered: number
  present: number
  /** Of totals in which no required subject is missing. */
  meanMilli: number | null
}

/** Figures of the classes or schools of an exam by the scores as they stand now, away from those who mark. */
export const unitFigures = runInWorker(
  import.meta.url,
  'unitFigures',
  async ({ db }, examId: number, unit: 'class' | 'school'): Promise<UnitFigures[]> => {
    const { manifest, columns } = await gatherScores(db, examId)
    const units = (unit === 'class' ? manifest.classes : manifest.schools).map(({ id, name }) => ({
      id,
      name,
      registered: 0,
      present: 0,
      sum: 0,
      counted: 0,
    }))
    for (const place of columns.candidateId.keys()) {
      const own = units[(unit === 'class' ? columns.klass : columns.school)[place] ?? -1]
      if (!own) continue
      own.registered += 1
      if (columns.subjects.some(({ attendance }) => attendance[place] === PRESENT)) own.present += 1
      const total = scoreAt(columns.countedTotalMilli, place)
      if (total === null) continue
      own.sum += total
      own.counted += 1
    }
    return units.map(({ sum, counted, ...own }) => ({
      ...own,
      meanMilli: counted === 0 ? null : sum / counted,
    }))
  },
)
