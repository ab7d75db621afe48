import {
  DROP_Z,
  figureText,
  SCORE_ALARMS,
  signedFigureText,
  SLUMP_Z,
  steadinessOf,
  UNEVEN_Z,
  VOLATILE_SD,
  zAgainstBefore,
} from '@hengjuan/domain'
import { alarmsAt } from '../../score/index.ts'
import type { ReportContext } from './context.ts'
import { zNow, zThen } from './earlier.ts'
import { spreadOf, zScoresIn } from './z-scores.ts'

export type WatchList = 'uneven' | 'slump' | 'volatile' | 'odd'

/**
 * Who is watched beside those near a line, and why: subjects far apart, behind himself, up and down, odd scores.
 *
 * @source domain rules 14.3, 9 (3)
 */
export function watchLists(context: ReportContext) {
  const { version, subjects } = context
  const { manifest, columns } = version
  const zs = zScoresIn(context)
  const now = zNow(context)
  const then = context.history.map((exam) => zThen(context, exam))
  /** The newest first, this exam among them. */
  const trendOf = (place: number): (number | null)[] => [now(place), ...then.map((of) => of(place))]
  const againstBefore = (place: number): number | null => {
    const [own = null, ...before] = trendOf(place)
    return zAgainstBefore(own, before)
  }
  const dropOf = (place: number): number | null => {
    const [own = null, last = null] = trendOf(place)
    return own === null || last === null ? null : own - last
  }
  const alarms = (place: number): string[] => {
    const drop = dropOf(place)
    return [
      ...subjects.flatMap((at) =>
        alarmsAt(manifest.subjects[at]!, columns.subjects[at], place).map(
          ({ code, detail }) =>
            `${manifest.subjects[at]!.name}：${SCORE_ALARMS[code]}（${detail}）`,
        ),
      ),
      ...(drop !== null && drop <= DROP_Z
        ? [`Z 比上次低 ${figureText(-drop, 'index')} 个标准差`]
        : []),
    ]
  }
  const reasonOf = (list: WatchList, place: number): string => {
    switch (list) {
      case 'uneven': {
        const z = zs(place)
        const spread = spreadOf(z)
        return spread !== null && spread >= UNEVEN_Z ? unevenText(context, z) : ''
      }
      case 'slump': {
        const fall = againstBefore(place)
        return fall !== null && fall <= SLUMP_Z
          ? `Z 比前几次的平均低 ${figureText(-fall, 'index')}`
          : ''
      }
      case 'volatile': {
        const sd = steadinessOf(trendOf(place))
        return sd !== null && sd >= VOLATILE_SD
          ? `近几次 Z 的标准差 ${figureText(sd, 'index')}`
          : ''
      }
      case 'odd':
        return alarms(place).join('；')
    }
  }
  return { zs, trendOf, steadiness: (place: number) => steadinessOf(trendOf(place)), reasonOf }
}

function unevenText({ version, subjects }: ReportContext, z: readonly (number | null)[]): string {
  const known = z
    .flatMap((one, at) =>
      one === null ? [] : [{ z: one, name: version.manifest.subjects[subjects[at]!]!.name }],
    )
    .toSorted((a, b) => b.z - a.z)
  const [best, worst] = [known[0], known.at(-1)]
  return best && worst
    ? `最强${best.name} ${signedFigureText(best.z, 'index')}，最弱${worst.name} ${signedFigureText(worst.z, 'index')}`
    : ''
}
