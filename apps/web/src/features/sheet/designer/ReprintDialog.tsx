import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCaller } from '@hengjuan/client/react'
import { type ReplyOf, sheetBlockCheck } from '@hengjuan/contracts'
import { ErrorState, ReasonButton, SkeletonLines } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import type { Draft } from '../draft.ts'
import { ChangeList } from '../library/ChangeList.tsx'
import css from './designer.module.css'

/** Says what another layout does to paper that is scanned already, before it is saved. */
export function ReprintDialog(props: {
  sheetId: number
  design: Draft
  isPending: boolean
  onClose: () => void
  onSave: () => void
}) {
  const { call } = useCaller()
  const body = { sheet_id: props.sheetId, design: props.design }
  const preview = useQuery<ReplyOf<typeof sheetBlockCheck>, CallError>({
    queryKey: [sheetBlockCheck.path, 'reprint', body],
    queryFn: () => call(sheetBlockCheck, { body }),
    staleTime: 0,
    gcTime: 0,
  })
  const { data, error } = preview
  const reprint = data?.reprint
  const refusals = reprint?.refusals ?? []
  const problem = data?.problems[0]?.message
  return (
    <Dialog isOpen title="扫描开始后修改版面" onClose={props.onClose} style={{ width: 640 }}>
      <DialogBody>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void preview.refetch()} />
        ) : !data ? (
          <SkeletonLines lines={5} />
        ) : problem ? (
          <p className={css['problem']}>✕ {problem}</p>
        ) : (
          <>
            {reprint && refusals.length === 0 && (
              <ul className={css['reprint']}>
                <li>
                  已扫描的 <strong>{reprint.scanned_sheets} 张</strong>
                  保持原来的版面，答案、图像和评分都不变。
                </li>
                <li>已经印好、还没有扫描的旧版照常使用；以后下载打印的是新版。</li>
                <li>
                  扫描站按纸上的标记自动分辨 {reprint.prints}{' '}
                  个版面；正在扫描的批次会提示更新识别模板。
                </li>
              </ul>
            )}
            {refusals.length > 0 && (
              <div role="alert">
                <p className={css['problem']}>
                  已有 {reprint?.scanned_sheets} 张扫描件，这样修改不能与它们并用：
                </p>
                <ul className={css['refusals']}>
                  {refusals.slice(0, SHOWN).map((refusal) => (
                    <li key={refusal}>{refusal}</li>
                  ))}
                  {refusals.length > SHOWN && <li>还有 {refusals.length - SHOWN} 处</li>}
                </ul>
                <p className={css['hint']}>
                  扫描开始后，题目、题型、分值和每题所在的面不能改变；撤销这些修改（Ctrl+Z），或在答题卡库复用成新的一份。
                </p>
              </div>
            )}
            {reprint ? (
              <ChangeList changes={reprint.changes} same="版面没有变化" />
            ) : (
              <p className={css['hint']}>扫描件已经清空，可以直接保存。</p>
            )}
          </>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>返回修改</Button>
            <ReasonButton
              intent="primary"
              loading={props.isPending}
              reason={
                data
                  ? problem || refusals.length > 0
                    ? '请先改正列出的问题'
                    : null
                  : '正在核对影响'
              }
              onClick={props.onSave}
            >
              保存为新的一版
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}

const SHOWN = 8
