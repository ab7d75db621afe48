import type { previewAll, ReplyOf } from '@hengjuan/contracts'
import { POLICY_PROFILES, STUDENT_ITEMS } from '@hengjuan/domain'
import { StatusTag } from '@hengjuan/ui'
import { Link } from 'react-router'
import css from './score.module.css'

/** Before a release: by which stage's rules it is shown, and what students will see of it. */
export function PolicyNote(props: {
  policy: ReplyOf<typeof previewAll>['policy']
  examId: number
  mayChange: boolean
}) {
  const { profile, banner, shows, ranks } = props.policy
  const items = shows
    .filter((item) => item !== 'position' || !ranks)
    .map((item) => STUDENT_ITEMS[item].replace(/（.*/, ''))
  return (
    <p className={css['policyNote']}>
      <StatusTag status={banner === null ? 'idle' : 'warn'}>
        {POLICY_PROFILES[profile]}口径
      </StatusTag>
      {banner !== null && <strong>{banner}。</strong>}
      <span>
        发布后学生和家长看到：{[...items, ...(ranks ? ['本人名次'] : [])].join('、') || '无'}
        {!ranks && '；看不到名次'}。请勿公开张贴成绩。
      </span>
      {props.mayChange && <Link to={`/ReportSetting?exam_id=${props.examId}`}>本场设置</Link>}
    </p>
  )
}
