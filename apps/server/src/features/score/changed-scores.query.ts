import type { ResultColumns, ResultManifest } from '@hengjuan/stats'
import { runInWorker } from '../../reader-thread/run-in-worker.ts'
import { gatherScores } from './snapshot/gather.ts'
import { loadResults } from './snapshot/load-results.ts'
import { scoreAt } from './snapshot/own-results.ts'
import { findShown } from './preview.query.ts'

export interface ChangedScore {
  candidateId: number
  subjectId: number
}

/** Scores that differ from those of the released version, in the total, its parts or attendance. */
export const changedScores = runInWorker(
  import.meta.url,
  'changedScores',
  async (
    { db },
    exam: { id: number; published_snapshot_id: number | null },
  ): Promise<ChangedScore[]> => {
    const shown = await findShown(db, exam)
    if (!shown) return []
    const stored = await loadResults(db, shown.id)
    const old = scoreTexts(stored.manifest, stored.columns)
    const fresh = await gatherScores(db, exam.id)
    const now = scoreTexts(fresh.manifest, fresh.columns)
    return [...new Set([...old.keys(), ...now.keys()])]
      .filter((key) => old.get(key) !== now.get(key))
      .map((key) => {
        const [candidateId = 0, subjectId = 0] = key.split(' ').map(Number)
        return { candidateId, subjectId }
      })
  },
)

/** Candidate and subject -> what they got, as one text. */
function scoreTexts(manifest: ResultManifest, columns: ResultColumns): Map<string, string> {
  const texts = new Map<string, string>()
  for (const [index, subject] of columns.subjects.entries())
    for (const [place, candidate] of columns.candidateId.entries())
      texts.set(
        `${candidate} ${manifest.subjects[index]?.id ?? 0}`,
        [
          subject.attendance[place],
          scoreAt(subject.totalMilli, place),
          scoreAt(subject.objectiveMilli, place),
          scoreAt(subject.subjectiveMilli, place),
        ].join(' '),
      )
  return texts
}
