import { Button } from '@blueprintjs/core'
import { StatusTag } from '@hengjuan/ui'
import { IdentityEvidence } from './IdentityEvidence.tsx'
import { isMarked } from './is-marked.ts'
import type { ReviewDecisions, ReviewSheet } from './types.ts'
import css from './scan-review.module.css'

const SOURCES: Record<string, string> = {
  barcode: '条形码',
  bubbles: '填涂考号',
  person: '人工指定',
}

/** Whose sheet it is, how that is known, and what was decided about it. */
export function SheetFacts(props: {
  sheet: ReviewSheet
  decisions: ReviewDecisions
  /** Nobody else shows what the sheet says about its candidate. */
  hasEvidence: boolean
  /** Scores are published: what was decided is only shown. */
  isFinal?: boolean
}) {
  const { sheet } = props
  const { candidate } = sheet
  return (
    <>
      <section className={css['facts']}>
        <h3>
          身份
          {sheet.answers_confirmed > 0 && (
            <StatusTag status="ok" title="人工确认过的作答不会因更换考生而改变">
              作答已确认 {sheet.answers_confirmed} 题
            </StatusTag>
          )}
        </h3>
        {props.hasEvidence && <IdentityEvidence sheet={sheet} />}
        <dl>
          <dt>考生</dt>
          <dd>
            {candidate ? (
              <>
                {candidate.name}（{candidate.class_name}）
                <span className={css['age']}>{SOURCES[sheet.identity_source ?? ''] ?? ''}</span>
              </>
            ) : (
              '尚未确定'
            )}
          </dd>
          <dt>批次</dt>
          <dd>
            {sheet.batch_label} 第 {sheet.seq} 张（{sheet.station}）
          </dd>
          {isMarked(sheet) && (
            <>
              <dt>阅卷</dt>
              <dd>已评阅 {sheet.marked_blocks} 个题块</dd>
            </>
          )}
        </dl>
      </section>
      <section className={css['facts']}>
        <h3>处理记录</h3>
        {sheet.decisions.length === 0 ? (
          <p className={css['hint']}>还没有人处理过这张答题卡。</p>
        ) : (
          <ul className={css['history']}>
            {sheet.decisions.map((one) => (
              <li key={one.decision_id} data-undone={one.undone_at !== null || undefined}>
                <span>
                  {one.text}
                  <small>
                    {one.actor_name} · {new Date(one.at).toLocaleString('zh-CN', TIME)}
                    {one.undone_at && ` · 已由 ${one.undone_by_name} 撤销`}
                    {one.note && ` · ${one.note}`}
                  </small>
                </span>
                {one.undone_at === null && one.can_undo && props.isFinal !== true && (
                  <Button
                    size="small"
                    variant="minimal"
                    disabled={props.decisions.pending}
                    onClick={() => void props.decisions.undo([one.decision_id], one.text)}
                  >
                    撤销
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

const TIME = { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' } as const
