import type { ResultColumns } from './columns.ts'

/** Candidates from one place up to another. */
export interface Run {
  from: number
  to: number
}

/** Some of the candidates: those in the runs, of them only those whose place in `only` is not 0. */
export interface Members {
  runs: readonly Run[]
  /** One byte for each candidate of the exam. */
  only?: Uint8Array | null
}

export const everybody = ({ n }: Pick<ResultColumns, 'n'>): Members => ({
  runs: [{ from: 0, to: n }],
})

/** @param place of the class in the manifest */
export const membersOfClass = (
  { classStart }: Pick<ResultColumns, 'classStart'>,
  place: number,
): Members => ({ runs: [{ from: classStart[place]!, to: classStart[place + 1]! }] })

/** Classes that stand together make one run. @param places in the manifest, ascending */
export function membersOfClasses(
  { classStart }: Pick<ResultColumns, 'classStart'>,
  places: readonly number[],
): Members {
  const runs: Run[] = []
  for (const place of places) {
    const [from, to] = [classStart[place]!, classStart[place + 1]!]
    const last = runs.at(-1)
    if (last?.to === from) last.to = to
    else runs.push({ from, to })
  }
  return { runs }
}

/** @param place of the school in the manifest */
export const membersOfSchool = (
  { schoolStart }: Pick<ResultColumns, 'schoolStart'>,
  place: number,
): Members => ({ runs: [{ from: schoolStart[place]!, to: schoolStart[place + 1]! }] })

/** Of some candidates those that are marked. @param only one byte for each candidate of the exam */
export const membersWhere = ({ runs, only: before }: Members, only: Uint8Array): Members => ({
  runs,
  only: before ? only.map((mark, place) => mark & before[place]!) : only,
})

/** Calls with the place of each, ascending within a run. */
export function forEachMember({ runs, only }: Members, visit: (place: number) => void): void {
  for (const { from, to } of runs)
    for (let place = from; place < to; place++) if (!only || only[place]) visit(place)
}
