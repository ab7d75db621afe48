import { isCompulsoryEducation } from './grade-subject.ts'

/** By which rules results of a stage are shown. @source domain rules 18; reports 2.2 */
export const POLICY_PROFILES = { compulsory: '义务教育', senior: '普通高中' } as const
export type PolicyProfile = keyof typeof POLICY_PROFILES

/** What students and guardians may be shown of a result, beside ranks. @source platform 7.5 */
export const STUDENT_ITEMS = {
  level: '等级',
  subject_score: '各科分数',
  total: '总分',
  class_mean: '班级均分',
  grade_mean: '年级均分',
  position: '所在分段（前六分之一等；公布名次时不显示）',
  item_scores: '各题得分',
  own_pictures: '本人作答图片',
  picture_marks: '图片上的批改痕迹（教师的勾叉与批注）',
  key: '答案',
  analysis: '班级得分率与趋势',
  appeal: '申请复核',
} as const
export type StudentItem = keyof typeof STUDENT_ITEMS
export const STUDENT_ITEM_CODES = Object.keys(STUDENT_ITEMS) as StudentItem[]

const OF_LEVELS: readonly StudentItem[] = ['level', 'own_pictures', 'key', 'analysis', 'appeal']

/** Within every stage, and shown only where a school says so: markers wrote it for each other. */
const IF_ASKED: readonly StudentItem[] = ['picture_marks']

/** What a profile shows where nobody said otherwise. */
export const usualItems = (profile: PolicyProfile): readonly StudentItem[] =>
  profile === 'compulsory'
    ? OF_LEVELS
    : STUDENT_ITEM_CODES.filter((item) => !IF_ASKED.includes(item))

/** What a stage shows without a reason. */
const freeItems = (profile: PolicyProfile): readonly StudentItem[] => [
  ...usualItems(profile),
  ...IF_ASKED,
]

export const naturalProfile = (gradeId: number): PolicyProfile =>
  isCompulsoryEducation(gradeId) ? 'compulsory' : 'senior'

/** A school's setting. */
export interface PolicySetting {
  /** `stage`: as the grade says. */
  profile: 'stage' | PolicyProfile
  /** Items that are shown or hidden against what the profile says. */
  items: Readonly<Partial<Record<StudentItem, boolean>>>
  /** Why more is shown than the stage allows by itself; printed. */
  reason: string
}

export const USUAL_POLICY: PolicySetting = { profile: 'stage', items: {}, reason: '' }

export interface Policy {
  profile: PolicyProfile
  shows: readonly StudentItem[]
  /** Why it shows more than the stage does; null where it does not. */
  reason: string | null
}

/** Items that tell another one, which is shown only together with it. */
const NEEDS: Partial<Record<StudentItem, StudentItem>> = {
  // The score of a subject is the sum of its questions.
  item_scores: 'subject_score',
  class_mean: 'subject_score',
  grade_mean: 'subject_score',
  picture_marks: 'own_pictures',
}

/**
 * What holds for a grade. Nothing beyond its stage is shown without a reason: such a setting counts as not made.
 *
 * @source domain rules 18; platform 7.5
 */
export function policyOf(gradeId: number, setting: PolicySetting): Policy {
  const natural = naturalProfile(gradeId)
  const free = freeItems(natural)
  const wanted = setting.profile === 'stage' ? natural : setting.profile
  const isWider = wanted === 'senior' && natural === 'compulsory'
  const reason = setting.reason.trim()
  const profile = isWider && reason === '' ? natural : wanted
  const base = usualItems(profile)
  const asked = STUDENT_ITEM_CODES.filter((item) => {
    const isShown = setting.items[item] ?? base.includes(item)
    return isShown && (reason !== '' || free.includes(item))
  })
  const shows = asked.filter((item) => {
    const other = NEEDS[item]
    return other === undefined || asked.includes(other)
  })
  const isBeyond = profile !== natural && isWider
  return {
    profile,
    shows,
    reason: isBeyond || shows.some((item) => !free.includes(item)) ? reason : null,
  }
}

/** Does a setting ask, in that grade, for more than its stage shows? */
export const needsReason = (gradeId: number, { profile, items }: PolicySetting): boolean => {
  const free = freeItems(naturalProfile(gradeId))
  return (
    (profile === 'senior' && naturalProfile(gradeId) === 'compulsory') ||
    STUDENT_ITEM_CODES.some((item) => items[item] === true && !free.includes(item))
  )
}

/** What is printed above whatever shows more than its stage does; null where nothing does. */
export const policyBanner = (
  gradeId: number,
  { reason, profile }: Pick<Policy, 'reason' | 'profile'>,
  ranksReason: string,
): string | null => {
  const parts = [
    ...(reason === null
      ? []
      : [
          profile === 'senior'
            ? `按${POLICY_PROFILES.senior}口径显示，理由：${reason}`
            : `向学生显示等级以外的内容，理由：${reason}`,
        ]),
    ...(ranksReason === '' ? [] : [`显示名次，理由：${ranksReason}`]),
  ]
  return parts.length === 0
    ? null
    : `${POLICY_PROFILES[naturalProfile(gradeId)]}阶段：本校${parts.join('；')}`
}

/** Sixths from the top: as fine as a place is told where ranks are not. @source reports R10 */
export const SIXTHS = [
  '前六分之一',
  '第二个六分之一',
  '第三个六分之一',
  '第四个六分之一',
  '第五个六分之一',
  '后六分之一',
] as const

export const sixthOf = (rank: number, of: number): number =>
  Math.min(6, Math.max(1, Math.ceil((6 * rank) / of)))
