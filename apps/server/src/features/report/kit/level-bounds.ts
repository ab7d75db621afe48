import { type GradeScheme, isConverted } from '@hengjuan/domain'
import type { ResultVersion } from '@hengjuan/stats'
import { convertedIn } from './levels.ts'

/** Nearer to its share than this a level is as large as it can be. */
const ROUNDING = 1

/** The levels of a subject as a scheme cuts them: sizes against their shares, raw ends, and what is odd. @source reports P09 */
export function levelBounds({ columns, manifest }: ResultVersion, at: number, scheme: GradeScheme) {
  const { id, totalMilli } = columns.subjects[at]!
  const { levels } = convertedIn(totalMilli, scheme)
  const n = levels.reduce((sum, { count }) => sum + count, 0)
  return levels.map(({ code, count, rawHiMilli, rawLoMilli }, index) => {
    const { ratioPercent, hi, lo } = scheme.levels[index]!
    const target = (ratioPercent * n) / 100
    const isOneScore = count > 1 && rawHiMilli === rawLoMilli && hi !== lo
    const warns = [
      ...(count === 0 ? ['没有人'] : []),
      ...(target < 1 ? ['按比例不足 1 人'] : []),
      ...(Math.abs(count - target) >= ROUNDING
        ? [
            `同分使人数比应有${count > target ? '多' : '少'} ${roundedOf(Math.abs(count - target))} 人`,
          ]
        : []),
      ...(isOneScore && isConverted(scheme, id) ? ['全级同分，赋分相同'] : []),
    ]
    return {
      subject_id: id,
      subject_name: manifest.subjects[at]!.name,
      level: code,
      target,
      count,
      raw_lo_milli: rawLoMilli,
      raw_hi_milli: rawHiMilli,
      warn: warns.join('；'),
    }
  })
}

const roundedOf = (difference: number): number => Math.round(difference * 10) / 10
