import { DAY_BLOCKS } from './day-plan.ts'
import type { PlayedDay } from './run-day.ts'
import { worthOf } from './temperament.ts'

interface BlockOutcome {
  markMode: number
  units: number
  /** Mean of the final marks minus mean of what the papers are worth, thousandths. */
  movedMilli: number
  /** Mean error that the planted markers brought into the readings of the block, added up by size. */
  plantedMilli: number
}

export interface DayReport {
  units: number
  readings: number
  arbitrations: number
  kills: number
  hours: number
  seconds: number
  /** Planted markers, those of them that supervision flags, everybody it flags. */
  planted: number
  found: number
  flagged: number
  precision: number | null
  recall: number | null
  /** Whom supervision flags wrongly or misses, with what it says. */
  mistaken: string[]
  blocks: BlockOutcome[]
  /** People whom the leader asked for a number of readings, and those of them who did exactly so many. */
  quotas: { asked: number; met: number }
  /** What should not be. Empty when the day is as it must be. */
  differences: string[]
}

const SHOWN = 20

/** @param judges whether supervision has to be right about everybody: only with enough readings each */
export function reportOf(day: PlayedDay, judges: boolean, seed: string): DayReport {
  const { marked, people, supervision } = day
  const rows = new Map(supervision.map((row) => [`${row.block_id}/${row.marker_id}`, row]))
  const judged = people.map((person) => {
    const row = rows.get(`${person.desk.blockId}/${person.desk.markerId}`)
    const isFlagged = row?.light === 'amber' || row?.light === 'red'
    return { person, row, isFlagged, fault: person.desk.temperament.fault }
  })
  const planted = judged.filter(({ fault }) => fault !== null)
  const flagged = judged.filter(({ isFlagged }) => isFlagged)
  const found = planted.filter(({ isFlagged }) => isFlagged)
  const mistaken = judged
    .filter(({ fault, isFlagged }) => (fault !== null) !== isFlagged)
    .map(
      ({ fault, row }) =>
        `${fault ?? 'good'} ${row?.name ?? '?'} of block ${row?.block_id ?? '?'}: ${row?.light ?? 'no row'} ${row?.reasons.join('、') ?? ''} (${figuresOf(row)})`,
    )
  const blocks = blockOutcomes(day, seed)
  const quotas = quotaRows(day)
  const missed = quotas.filter(({ quota, stored }) => stored !== quota)
  return {
    units: marked.units.length,
    readings: day.acknowledged.length,
    arbitrations: day.arbitrations,
    kills: day.kills,
    hours: day.hours,
    seconds: day.seconds,
    planted: planted.length,
    found: found.length,
    flagged: flagged.length,
    precision: flagged.length === 0 ? null : found.length / flagged.length,
    recall: planted.length === 0 ? null : found.length / planted.length,
    mistaken,
    blocks,
    quotas: { asked: quotas.length, met: quotas.length - missed.length },
    differences: [
      ...unfinished(day),
      ...missed.map(
        ({ desk, quota, stored }) =>
          `marker ${desk.markerId} of block ${desk.blockId} was asked for ${quota} and did ${stored}`,
      ),
      ...unevenShares(day),
      ...wrongMarks(day),
      ...(judges ? mistaken : []),
      ...(judges ? movedMeans(blocks) : []),
    ].slice(0, SHOWN),
  }
}

/** What supervision's judgement of a marker rests on, thousandths. */
const figuresOf = (row: PlayedDay['supervision'][number] | undefined): string =>
  row
    ? `n ${row.n}, severity ${row.severity_milli?.toFixed(0)} ± ${row.severity_error_milli?.toFixed(0)}, ` +
      `drift ${row.drift_milli?.toFixed(0)} ± ${row.drift_error_milli?.toFixed(0)}`
    : ''

function unfinished({ marked }: PlayedDay): string[] {
  return [
    ...marked.units
      .filter(({ state, finalMilli }) => state !== 'FINAL' || finalMilli === null)
      .map(({ id, state }) => `unit ${id} is ${state}`),
    ...(marked.claimed > 0 ? [`${marked.claimed} papers are still in somebody's hands`] : []),
  ]
}

/** What the leader asked of people, counts or shares by weight, beside the first and second readings stored of them. */
function quotaRows({ people, marked }: PlayedDay) {
  const base = Map.groupBy(
    marked.readings.filter(
      ({ role, state }) => (role === 'R1' || role === 'R2') && state === 'submitted',
    ),
    ({ markerId }) => markerId,
  )
  return people.flatMap(({ desk }) =>
    desk.quota === null
      ? []
      : [{ desk, quota: desk.quota, stored: base.get(desk.markerId)?.length ?? 0 }],
  )
}

/**
 * Where work is shared out, everybody has done their share to the paper. Of a block where somebody has not,
 * everybody is told, with what is stored of them: shares depend on each other.
 */
function unevenShares({ supervision, marked }: PlayedDay): string[] {
  const shared = supervision.filter(({ duty, target }) => duty === 'marker' && target !== null)
  const uneven = new Set(
    shared.filter(({ done, target }) => done !== target).map(({ block_id }) => block_id),
  )
  const base = marked.readings.filter(({ role }) => role === 'R1' || role === 'R2')
  return shared
    .filter(({ block_id }) => uneven.has(block_id))
    .map(({ marker_id, name, block_name, done, target }) => {
      const stored = base.filter((one) => one.markerId === marker_id).length
      return `${name}, ${block_name}: ${done} of ${target}, stored ${stored}`
    })
}

/** The marks stored against those acknowledged: none lost, none twice, none that nobody gave. */
function wrongMarks({ marked, acknowledged }: PlayedDay): string[] {
  const stored = Map.groupBy(marked.readings, ({ idemKey }) => idemKey ?? '')
  const known = new Set(acknowledged.map(({ idemKey }) => idemKey))
  const lost = acknowledged.flatMap(({ unitId, markerId, idemKey, scoreMilli }) => {
    const found = stored.get(idemKey) ?? []
    const what = `${idemKey} of unit ${unitId} by ${markerId}`
    if (found.length !== 1) return [`${what} is stored ${found.length} times`]
    const [one] = found
    const same =
      one?.unitId === unitId &&
      one.markerId === markerId &&
      one.totalMilli === scoreMilli &&
      one.state === (one.role === 'SELF' ? 'given' : 'submitted')
    return same ? [] : [`${what} is stored as ${JSON.stringify(one)}`]
  })
  const unknown = marked.readings
    .filter(({ idemKey }) => !known.has(idemKey ?? ''))
    .map(({ unitId, markerId }) => `unit ${unitId} has a mark of ${markerId} that nobody gave`)
  const [slots, readers] = [new Set<string>(), new Set<string>()]
  // An own paper served again is read twice by the same person, and counts for nothing.
  const counted = marked.readings.filter(({ role }) => role !== 'SELF')
  const doubled = counted.flatMap(({ unitId, role, markerId }) => {
    const [slot, reader] = [`${unitId}/${role}`, `${unitId}/${markerId}`]
    const again = slots.has(slot) || readers.has(reader)
    slots.add(slot)
    readers.add(reader)
    return again ? [`unit ${unitId} was marked twice as ${role} or by ${markerId}`] : []
  })
  const twice = acknowledged.length - known.size
  return [
    ...lost,
    ...unknown,
    ...doubled,
    ...(twice > 0 ? [`${twice} marks were acknowledged twice`] : []),
  ]
}

function blockOutcomes({ marked, people }: PlayedDay, seed: string): BlockOutcome[] {
  const byBlock = Map.groupBy(marked.units, ({ blockId }) => blockId)
  return [...byBlock].map(([blockId, units], index) => {
    const shape = DAY_BLOCKS[index]!
    const moved = units.reduce(
      (sum, { id, finalMilli }) => sum + (finalMilli ?? 0) - worthOf(id, seed) * shape.fullMilli,
      0,
    )
    const staff = people.filter(({ desk }) => desk.blockId === blockId)
    const readings = staff.reduce((sum, { done }) => sum + done, 0)
    const planted = staff
      .filter(({ desk }) => desk.temperament.fault !== null)
      .reduce((sum, { absoluteErrorMilli }) => sum + absoluteErrorMilli, 0)
    return {
      markMode: shape.markMode,
      units: units.length,
      movedMilli: moved / units.length,
      plantedMilli: readings === 0 ? 0 : planted / readings,
    }
  })
}

const movedMeans = (blocks: readonly BlockOutcome[]): string[] =>
  blocks
    .filter(({ movedMilli, plantedMilli }) => Math.abs(movedMilli) >= plantedMilli)
    .map(
      ({ markMode, movedMilli, plantedMilli }) =>
        `mode ${markMode}: the mean moved by ${movedMilli.toFixed(0)}, planted were ${plantedMilli.toFixed(0)}`,
    )
