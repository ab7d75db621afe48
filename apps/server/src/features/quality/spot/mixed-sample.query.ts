import type { Db } from '@hengjuan/db'
import type { MixedPart } from '@hengjuan/domain'
import { type RawBuilder, sql } from 'kysely'
import { hasWriting } from './written.query.ts'
import type { Sample } from './spot-sample.ts'
import { isOutOfReach } from './standing-checks.query.ts'

/** Two primes below 2^31: what is squared and reduced stays an exact 64-bit integer on both databases. */
const MODULI = { spread: 2_147_483_647, square: 2_147_483_629 } as const

const SPREAD = sql`((cast(reading.id as bigint) * 48271) % ${sql.lit(MODULI.spread)})`

/**
 * An order that neither marker nor time of marking foretells, the same at every look. Squared, because multiples
 * alone draw readings at even distances of each other.
 */
export const DRAWN = sql`(${SPREAD} * ${SPREAD}) % ${sql.lit(MODULI.square)}`

/** Up to so many of a hundred readings of a mixed sample, to the nearest, are drawn for a risk; the rest by chance. */
const RISK_PERCENT = 60

/**
 * A share of each marker's readings, rounded up, drawn for what is risky about them and by chance. Of the
 * risks each has its turn: extreme (nothing for something written, or full marks), fast, near a line. What a
 * risk has too few of goes to the others, then to chance. A reading that is fast stands for that alone, and
 * an extreme one not for the line.
 *
 * @source features A9 (90)
 */
export const mixedOf = (
  db: Db,
  sample: Sample,
): RawBuilder<{ id: number; part: MixedPart }> => sql`(
  select id, case when picked = 1 then part else 'random' end as part
  from (
    select picked.*,
      row_number() over (partition by marker_id order by picked desc, drawn, id) as place
    from (
      select turned.*,
        case when part <> 'random' and row_number() over (
          partition by marker_id, case when part = 'random' then 0 else 1 end
          order by turn, part, drawn, id
        ) * 100 <= target * ${sql.lit(RISK_PERCENT)} + 50 then 1 else 0 end as picked
      from (
        select risks.*,
          row_number() over (partition by marker_id, part order by drawn, id) as turn,
          (count(*) over (partition by marker_id) * ${sql.lit(sample.percent)} + 99) / 100 as target
        from (${risksOf(db, sample)}) as risks
      ) as turned
    ) as picked
  ) as placed
  where place <= target
)`

/** Each reading of a paper that can be checked, with the first thing that is risky about it. */
const risksOf = (db: Db, { blockId, fastMs, blankInk, fullMilli, line }: Sample) => sql`
  select reading.id, reading.marker_id, ${DRAWN} as drawn,
    case
      when reading.active_ms < ${fastMs} then 'fast'
      when reading.total_milli = ${fullMilli} then 'extreme'
      when reading.total_milli = 0 and ${hasWriting(db, blankInk)} then 'extreme'
      ${line === null ? sql`` : sql`when ${isNear(line)} then 'near_line'`}
      else 'random'
    end as part
  from reading
  inner join unit on unit.id = reading.unit_id
  where reading.block_id = ${blockId}
    and reading.state = 'submitted'
    and reading.role <> 'ARB'
    and not ${isOutOfReach}`

/** A condition on `unit`: the candidate's total in the subject lies near a line, both ends included. */
export const isNear = ({ milli, windowMilli }: NonNullable<Sample['line']>) => sql<boolean>`exists (
  select 1 from candidate_subject
  where candidate_subject.candidate_id = unit.candidate_id
    and candidate_subject.subject_id = unit.subject_id
    and candidate_subject.total_milli >= ${milli - windowMilli}
    and candidate_subject.total_milli <= ${milli + windowMilli}
)`
