import { Button } from '@blueprintjs/core'
import { formatMilli } from '@hengjuan/domain'
import { EmptyState, Time } from '@hengjuan/ui'
import { ITEM_STATUSES, type ItemStatus, type KeyQuestion, type KeyVersion } from './key-draft.ts'
import css from './keys.module.css'

/** Versions of a question's key, newest first; the newest can be taken back. */
export function KeyHistory(props: {
  question: KeyQuestion
  mayEdit: boolean
  isPending: boolean
  onUndo: () => void
}) {
  const { key_history: versions } = props.question
  if (versions.length === 0)
    return <EmptyState title="还没有答案">填写左侧的答案后，可以先看到影响的考生。</EmptyState>
  return (
    <>
      <h3 className={css['subhead']}>答案的各个版本</h3>
      <ol className={css['history']}>
        {versions.map((one, index) => (
          <li key={one.version}>
            <span>
              <strong>{one.key.join('') || '—'}</strong> 第 {one.version} 版
              {index === 0 && '（现用）'} · {ruleText(one)}
            </span>
            <span className={css['quiet']}>
              {one.author} · <Time at={one.created_at} />
              {one.reason && ` · ${one.reason}`}
            </span>
            {index === 0 && versions.length > 1 && props.mayEdit && (
              <Button size="small" loading={props.isPending} onClick={props.onUndo}>
                撤销，恢复第 {versions[1]?.version} 版
              </Button>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

function ruleText({ rule, item_status }: KeyVersion): string {
  const parts = [ITEM_STATUSES[item_status as ItemStatus]?.label ?? item_status]
  if (rule.missing_milli !== undefined) parts.push(`漏选 ${formatMilli(rule.missing_milli)} 分`)
  if (rule.missing_by_count) parts.push('按个数给分')
  if (rule.accept_sets?.length) parts.push(`也算全对 ${rule.accept_sets.join('、')}`)
  if (rule.accept?.length) parts.push(`可接受 ${rule.accept.join('、')}`)
  if (rule.custom_option_scores)
    parts.push(
      Object.entries(rule.custom_option_scores)
        .map(([letter, milli]) => `${letter} ${formatMilli(milli)}`)
        .join('、'),
    )
  return parts.join('，')
}
