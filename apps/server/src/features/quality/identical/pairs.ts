import type { identicalPairs, ReplyOf } from '@hengjuan/contracts'
import type { Db } from '@hengjuan/db'
import { type IdenticalOutcome, outcomeThatHolds } from '@hengjuan/domain'
import type { Services } from '../../../services.ts'
import {
  type BlockRules,
  flagsOf,
  listedImagesOf,
  paperStateOf,
  shortName,
} from '../../marking-core/index.ts'
import { selectCuts } from './identical-cuts.query.ts'
import { areTogether, identicalGroups } from './identical-groups.ts'
import {
  selectLastShown,
  selectNamings,
  selectPapers,
  selectStanding,
  selectVerdicts,
} from './pair.query.ts'

type View = ReplyOf<typeof identicalPairs>
type Verdict = View['pairs'][number]['verdict']
type Naming = Awaited<ReturnType<typeof selectNamings>>[number]
type Paper = Awaited<ReturnType<typeof selectPapers>>[number]

/** Two papers of which somebody said that they are identical, the unit with the lower id first. */
export interface Pair {
  papers: readonly [Paper, Paper]
  named: { by: string | null; at: string; note: string }
  /** Those that had another sheet, or left marking for a while, since they were named. */
  changed: Paper[]
  groupSize: number
  verdict: Verdict
}

/** Every pair of some blocks once, those about which nobody decided first. @source domain rules 6.2 */
export async function pairsOf(db: Db, blockIds: readonly number[]): Promise<Pair[]> {
  const namings = await selectNamings(db, blockIds)
  if (namings.length === 0) return []
  const verdicts = await selectVerdicts(db, blockIds)
  const papers = new Map(
    (await selectPapers(db, namings.flatMap(unitsOf))).map((paper) => [paper.id, paper]),
  )
  const links = namings.map((naming) => {
    const [unitId, pairUnitId] = unitsOf(naming)
    return { unitId, pairUnitId }
  })
  const groups = identicalGroups(links)
  const cuts = (await Promise.all(blockIds.map((id) => selectCuts(db, id)))).flat()
  const shownAt = await selectLastShown(db, [...papers.keys()])
  const isShownSince = (paper: Paper, at: string) => (shownAt.get(paper.id) ?? '') > at
  const pairs = new Map<string, Pair>()
  for (const naming of namings) {
    const [a, b] = unitsOf(naming).toSorted((one, other) => one - other) as [number, number]
    const [first, second] = [papers.get(a), papers.get(b)]
    if (!first || !second || pairs.has(`${a} ${b}`)) continue
    const told = verdicts.findLast((verdict) => verdict.unit_id === a && verdict.pair_unit_id === b)
    const cut = cuts.find((one) =>
      areTogether({ unitId: a, pairUnitId: b }, one.unit_id, one.pair_unit_id),
    )
    pairs.set(`${a} ${b}`, {
      papers: [first, second],
      named: { by: naming.named_by, at: naming.raised_at, note: naming.text },
      changed: [first, second].filter((paper) => isShownSince(paper, lastNamed(namings, [a, b]))),
      groupSize: groups.get(a)?.length ?? 2,
      verdict: verdictThatHolds([first, second], told, cut, (at) =>
        [first, second].some((paper) => isShownSince(paper, at)),
      ),
    })
  }
  const list = [...pairs.values()]
  return [
    ...list.filter(({ verdict }) => verdict === null),
    ...list.filter(({ verdict }) => verdict !== null),
  ]
}

/** Somebody may have said it again of what is shown now. */
const lastNamed = (namings: readonly Naming[], pair: readonly [number, number]): string =>
  namings.findLast((naming) => unitsOf(naming).every((id) => pair.includes(id)))?.raised_at ?? ''

const unitsOf = (naming: { unit_id: number; pair_unit_id: number | null }): [number, number] => [
  naming.unit_id,
  naming.pair_unit_id ?? 0,
]

function verdictThatHolds(
  papers: readonly Paper[],
  told: Awaited<ReturnType<typeof selectVerdicts>>[number] | undefined,
  cut: Awaited<ReturnType<typeof selectCuts>>[number] | undefined,
  isOtherSince: (at: string) => boolean,
): Verdict {
  const outcome = outcomeThatHolds((told?.outcome as IdenticalOutcome | undefined) ?? null, {
    isCut: cut !== undefined,
    finalReasons: papers.map(({ final_reason }) => final_reason),
    isOtherSince: told !== undefined && isOtherSince(told.at),
  })
  if (outcome === null) return null
  // A link that was cut without more words says that they are not identical.
  if (cut && told?.at !== cut.cut_at)
    return { outcome, reason: '', by_name: cut.by_name, at: cut.cut_at }
  return told ? { outcome, reason: told.reason, by_name: told.by_name, at: told.at } : null
}

/** Nothing can be decided about its mark: it is not marked any more, and has no mark of misconduct. */
export const isOut = (row: Pick<Paper, 'state' | 'facts' | 'flags' | 'final_reason'>): boolean =>
  row.final_reason !== 'MISCONDUCT' &&
  (paperStateOf(row) === 'OUT' || flagsOf(row).sheet_gone === true)

/** Names what a pair is compared by: the pictures of both. */
export const pairVersion = (papers: readonly { id: number; images: string }[]): string =>
  shortName(papers.toSorted((a, b) => a.id - b.id).map(({ images }) => images))

/** The pairs of a block as its leader compares them: images, readers and scores, nobody's name. */
export async function pairsView(services: Services, { block }: BlockRules): Promise<View> {
  const { db } = services
  const pairs = await pairsOf(db, [block.id])
  const papers = pairs.flatMap((pair) => pair.papers)
  const images = await listedImagesOf(db, services, papers)
  const readings = Map.groupBy(
    papers.length === 0
      ? []
      : await selectStanding(
          db,
          papers.map(({ id }) => id),
        ),
    ({ unit_id }) => unit_id,
  )
  return {
    block_name: block.name,
    exam_id: block.exam_id,
    full_milli: block.full_milli,
    pairs: pairs.map((pair) => ({
      papers: pair.papers.map((paper) => ({
        unit_id: paper.id,
        secret_code: paper.secret_code,
        state: paperStateOf(paper),
        is_out: isOut(paper) ? 1 : 0,
        final_milli: paper.final_milli,
        final_reason: paper.final_reason,
        images: images.get(paper.id) ?? [],
        readings: (readings.get(paper.id) ?? []).map(({ unit_id: _unit, ...reading }) => reading),
      })),
      version: pairVersion(pair.papers),
      changed: pair.changed.map(({ secret_code }) => secret_code),
      group_size: pair.groupSize,
      named_by: pair.named.by,
      named_at: pair.named.at,
      note: pair.named.note,
      verdict: pair.verdict,
    })),
  }
}
