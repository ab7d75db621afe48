import { LEADERSHIP_ROLES } from '@hengjuan/domain'
import {
  type BesideItem,
  type Dif,
  difOf,
  type ItemStatistics,
  membersOfClasses,
  oftenReadThrice,
} from '@hengjuan/stats'
import { presentIn, type ReportContext } from './context.ts'

/** So many in both groups before they are compared at equal totals. @source reports P07 */
const LEAST_FOR_DIF = 100

export const HOW_DIF =
  '选定一所学校后，与其余学校各有 100 人以上时计算 DIF（仅学校与年级管理者、教研员）'

/** Of each question of a subject: the school asked for against the others in view, where both are large enough. */
export function difIn(
  context: ReportContext,
  subject: number,
): { name: string; of: (item: number) => Dif } | null {
  const { version, viewer, classes, allowed, single, isJoint, column, withoutMeans } = context
  const isLeader = LEADERSHIP_ROLES.includes(viewer.role) || viewer.view.side === 'region'
  if (!isJoint || single !== 'school' || !isLeader || withoutMeans) return null
  const focal = membersOfClasses(version.columns, classes)
  const rest = allowed.filter((place) => !classes.includes(place))
  const reference = membersOfClasses(version.columns, rest)
  const isEnough = [focal, reference].every(
    (members) => presentIn(column, members) >= LEAST_FOR_DIF,
  )
  if (!isEnough) return null
  const school = version.manifest.classes[classes[0] ?? 0]?.school ?? 0
  return {
    name: `${version.manifest.schools[school]?.name ?? ''} 与其余学校`,
    of: difOf(version, subject, { reference, focal }),
  }
}

/** What flags of questions go by beside the scores: third readings, and DIF where a school is asked for. @source reports R21 */
export function besideItems(
  context: ReportContext,
  subject: number,
): (item: Pick<ItemStatistics, 'place'>) => BesideItem {
  const oftenThird = oftenReadThrice(context.version.manifest.subjects[subject]!.questions)
  const dif = difIn(context, subject)
  return ({ place }) => ({ oftenThird, dif: dif?.of(place).klass ?? null })
}
