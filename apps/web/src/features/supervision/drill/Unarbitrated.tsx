import { type blockMasterDetail, type ReplyOf } from '@hengjuan/contracts'
import { OVERRIDING_ADMIN } from '@hengjuan/domain'
import { ReasonButton, StatusTag } from '@hengjuan/ui'
import { useState } from 'react'
import { useMay } from '../../../session/session-store.ts'
import { AppointDialog } from './AppointDialog.tsx'
import css from './drill.module.css'

export type Unarbitrated = ReplyOf<typeof blockMasterDetail>['unarbitrated']

const EXPLANATION = `本题块的题组长都评阅过这些试卷，或在考生的回避名单中、账号已停用。可以在阅卷设置中增加题组长；没有其他人时，由${OVERRIDING_ADMIN}指定其中一位仲裁。`

/** Problem papers that no leader of the block may decide about. */
export function UnhandledProblems({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <section className={css['unarbitrated']} aria-label="无人可处理的问题卷">
      <StatusTag status="bad">问题卷无人可处理 {count} 份</StatusTag>
      <p>本题块的题组长都在考生的回避名单中，或账号已停用。请在阅卷设置中为本题块添加题组长。</p>
    </section>
  )
}

/** Papers that no leader of the block may arbitrate, and the administrator's way out. */
export function UnarbitratedPapers(props: { papers: Unarbitrated; total: number }) {
  const { papers, total } = props
  const [isAsking, setAsking] = useState(false)
  const mayAppoint = useMay('marking.override')
  if (total === 0) return null
  const hasReaders = papers.some(({ readers }) => readers.length > 0)
  const reason = !hasReaders
    ? '请先在阅卷设置中为本题块添加题组长'
    : mayAppoint
      ? null
      : `只有${OVERRIDING_ADMIN}可以指定`
  return (
    <section className={css['unarbitrated']} aria-label="无人可仲裁">
      <StatusTag status="bad">无人可仲裁 {total} 份</StatusTag>
      <p>{EXPLANATION}</p>
      <ReasonButton reason={reason} onClick={() => setAsking(true)}>
        指定仲裁教师…
      </ReasonButton>
      {isAsking && <AppointDialog papers={papers} onClose={() => setAsking(false)} />}
    </section>
  )
}
