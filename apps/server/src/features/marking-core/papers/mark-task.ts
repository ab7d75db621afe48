import type { MarkImage, MarkTask } from '@hengjuan/contracts'
import { type Db, isOneOf } from '@hengjuan/db'
import { backMarkRefusal, hash32, isWrittenStroke, secretCode } from '@hengjuan/domain'
import type { Static } from 'typebox'
import type { Services } from '../../../services.ts'
import { hashesOf, selectImageSizes } from './image-sizes.ts'
import { type BlockPoint, type BlockRules, pointsOf } from '../block/block-rules.query.ts'
import { selectWindowRefusal } from './back-mark-window.query.ts'
import { selectRiskIds } from './risk.query.ts'
import { type PressedView, pressedViewer } from './pressed-entries.ts'
import { selectRejectComments } from './reject-comments.query.ts'
import { tracesOf } from '../engine/traces.ts'
import {
  factsOf,
  type ReadingRow,
  scoresOf,
  type UnitRow,
  unitStateOf,
} from '../engine/unit-facts.ts'
import { selectUnitReadings } from '../engine/unit.query.ts'

export type TaskView = Static<typeof MarkTask>
export type ImageView = Static<typeof MarkImage>

export const pointView = (point: BlockPoint) => ({
  id: point.id,
  question_no: point.questionNo,
  name: point.name,
  full_milli: point.fullMilli,
  step_milli: point.stepMilli,
})

/** Signed addresses and sizes of the parts of units, by unit id. */
export async function imagesOf(
  db: Db,
  services: Services,
  units: readonly Pick<UnitRow, 'id' | 'images'>[],
): Promise<Map<number, ImageView[]>> {
  const sizes = await selectImageSizes(db, units)
  return new Map(
    units.map((unit) => [
      unit.id,
      hashesOf(unit).map((hash) => ({
        hash,
        url: services.links.sign(hash),
        width_px: sizes.get(hash)?.width_px ?? 0,
        height_px: sizes.get(hash)?.height_px ?? 0,
      })),
    ]),
  )
}

/**
 * The same for lists that several people look at: none of papers that speak of danger.
 *
 * @source domain rules 6.2
 */
export async function listedImagesOf(
  db: Db,
  services: Services,
  units: readonly Pick<UnitRow, 'id' | 'images'>[],
): Promise<Map<number, ImageView[]>> {
  const risks = await selectRiskIds(
    db,
    units.map(({ id }) => id),
  )
  return imagesOf(
    db,
    services,
    units.filter(({ id }) => !risks.has(id)),
  )
}

/** Own readings as papers to show: nothing about the candidate, nor who else read it. */
export async function tasksOf(
  db: Db,
  services: Services,
  rules: BlockRules,
  readings: readonly ReadingRow[],
): Promise<TaskView[]> {
  const own = readings.find(isHandedIn)
  const tooLate = own
    ? await selectWindowRefusal(db, rules, own.marker_id, services.clock.now())
    : undefined
  const view = await taskViewer(db, services, readings, tooLate)
  // What is to be marked has to be seen; what was marked is not shown again once it speaks of danger.
  const risks = await selectRiskIds(
    db,
    readings.filter(isHandedIn).map(({ unit_id }) => unit_id),
  )
  return readings.flatMap((reading) =>
    view(rules, reading).map((task) =>
      isHandedIn(reading) && risks.has(task.unit_id) ? { ...task, images: [] } : task,
    ),
  )
}

/**
 * The same for readings of several people: what shows one of them.
 *
 * @param tooLate says of what was handed in why it stays as it is
 */
export async function taskViewer(
  db: Db,
  services: Services,
  readings: readonly ReadingRow[],
  tooLate: (reading: ReadingRow) => string | null = () => null,
): Promise<(rules: BlockRules, reading: ReadingRow) => TaskView[]> {
  if (readings.length === 0) return () => []
  const rows = await selectUnitsOf(db, readings)
  const units = new Map(rows.map((row) => [row.id, row]))
  // What others gave decides whether a mark may still be changed; a third reading may show it.
  const beside = readings
    .filter((reading) => isHandedIn(reading) || isVoid(reading) || reading.role === 'R3')
    .map(({ unit_id }) => unit_id)
  const all = Map.groupBy(
    beside.length === 0 ? [] : await selectUnitReadings(db, beside),
    ({ unit_id }) => unit_id,
  )
  const images = await imagesOf(db, services, rows)
  const comments = await selectRejectComments(
    db,
    readings.filter((reading) => kindOf(reading) === 'rejected').map(({ id }) => id),
  )
  const pressedOf = await pressedViewer(db, [...readings, ...[...all.values()].flat()])
  return (rules, reading) => {
    const unit = units.get(reading.unit_id)
    if (!unit) return []
    return [
      {
        reading_id: reading.id,
        unit_id: unit.id,
        secret_code: shownCode(rules, reading, unit.secret_code),
        kind: kindOf(reading),
        points: shownPoints(rules, unit).map(pointView),
        images: images.get(unit.id) ?? [],
        is_written: isWrittenOn(rules, unit),
        lease_until: reading.lease_until,
        scores: scoresOf(reading),
        flags: JSON.parse(reading.flags) as string[],
        flag_note: reading.flag_note,
        traces: tracesOf(reading),
        ...(reading.pressed_entries === null ? {} : { pressed: pressedOf(rules, reading) }),
        reject_comment: comments.get(reading.id) ?? null,
        locked_reason:
          isHandedIn(reading) || isVoid(reading)
            ? lockedReason(
                rules,
                refusalOf(unit, all.get(unit.id) ?? [], reading) ?? tooLate(reading),
              )
            : null,
        submitted_at: reading.submitted_at,
        ...(reading.role === 'R3' && rules.block.blind_third === 0
          ? {
              earlier: earlierOf(all.get(unit.id) ?? [], (row) => pressedOf(rules, row)),
            }
          : {}),
      },
    ]
  }
}

/** Is something written on a paper? Its facts are looked at only where its ink alone does not say it. */
export const isWrittenOn = (
  { settings }: BlockRules,
  unit: Pick<UnitRow, 'ink_ratio' | 'facts'>,
): boolean => unit.ink_ratio > settings.blankInkLimit || isWrittenStroke(factsOf(unit).strokeMm)

/** Which of its points count is asked of a paper only where some may not. */
const shownPoints = (rules: BlockRules, unit: UnitRow): BlockPoint[] =>
  rules.optional ? pointsOf(rules, factsOf(unit).choice) : rules.points

const selectUnitsOf = (db: Db, readings: readonly ReadingRow[]) =>
  db
    .selectFrom('unit')
    .selectAll()
    .where(isOneOf(db, 'id', [...new Set(readings.map(({ unit_id }) => unit_id))]))
    .execute()

/** What the two readers before gave, under letters. @source domain rules 3.3: blind_third */
const earlierOf = (
  readings: readonly ReadingRow[],
  pressedOf: (reading: ReadingRow) => PressedView[],
): NonNullable<TaskView['earlier']> =>
  readings
    .filter(({ role, state }) => (role === 'R1' || role === 'R2') && state === 'submitted')
    .toSorted((a, b) => (a.role < b.role ? -1 : 1))
    .map((reading, index) => ({
      label: String.fromCharCode(65 + index),
      scores: scoresOf(reading) ?? [],
      total_milli: reading.total_milli ?? 0,
      pressed: pressedOf(reading),
    }))

/** It was reset, or another one took its place: nothing can be given to it any more. */
const isVoid = ({ state }: ReadingRow): boolean => state === 'superseded'

const isHandedIn = ({ state }: ReadingRow): boolean => state === 'submitted' || state === 'given'

function refusalOf(unit: UnitRow, readings: readonly ReadingRow[], { id }: ReadingRow) {
  const state = unitStateOf(unit, readings)
  const own = state.readings.find((reading) => reading.id === id)
  return own ? backMarkRefusal(state, own) : null
}

/** Letters that a code is drawn from take four numbers each in the worst case. */
const CODE_BYTES = 32

/** An own paper that is served again has another code, by which nobody knows it again. */
export function shownCode(
  { block }: BlockRules,
  { id, role }: Pick<ReadingRow, 'id' | 'role'>,
  code: string,
): string {
  if (role !== 'SELF') return code
  const bytes = Array.from({ length: CODE_BYTES }, (_, at) => hash32(`${id}/${at}`, block.salt))
  return secretCode(Uint8Array.from(bytes))
}

/** In hand a second time; a seed has a state of its own, since it is no reading of its unit. */
const IS_AGAIN = ['rejected', 'taken_back']

const lockedReason = ({ block }: BlockRules, refusal: string | null): string | null =>
  block.status === 'closed' ? '题块已结束阅卷' : refusal

function kindOf({ state, taken_back }: ReadingRow): TaskView['kind'] {
  if (IS_AGAIN.includes(state) && taken_back === 1) return 'taken_back'
  if (state === 'rejected') return 'rejected'
  return state === 'claimed' || state === 'held' ? 'normal' : 'backmark'
}
