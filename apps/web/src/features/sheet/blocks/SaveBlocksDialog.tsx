import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCall, useCaller } from '@hengjuan/client/react'
import { type ReplyOf, sheetBindQuestions } from '@hengjuan/contracts'
import { ErrorState, ReasonButton, SkeletonLines, sentenceOf, toast } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import { SheetAct } from '../../../acts/index.ts'
import type { BlockWork } from './use-block-work.ts'
import css from './blocks.module.css'
import { DivisionEffects } from './DivisionEffects.tsx'

/** Says what a new division does to papers that are scanned and marked, before it is saved. */
export function SaveBlocksDialog(props: {
  sheetId: number
  /** Whose candidates are scored again; null where the sheet belongs to no exam. */
  of: { examId: number; subjectId: number } | null
  version: number
  /** Null: back to the blocks that follow from the layout; `undo`: to those before the last division. */
  work: BlockWork | 'undo' | null
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const { sheetId, version, work } = props
  const { call } = useCaller()
  const body = {
    sheet_id: sheetId,
    version,
    ...(work === 'undo'
      ? { undo: true }
      : work
        ? { blocks: work.blocks, knowledge: work.knowledge }
        : { blocks: null }),
  }
  const preview = useQuery<ReplyOf<typeof sheetBindQuestions>, CallError>({
    queryKey: [sheetBindQuestions.path, 'preview', body],
    queryFn: () => call(sheetBindQuestions, { body: { ...body, preview: true } }),
    staleTime: 0,
    gcTime: 0,
  })
  const save = useCall(sheetBindQuestions, {
    onSuccess: (reply) => {
      toast.done(
        reply.restored > 0
          ? `已撤销划分，${reply.restored} 份试卷裁切完成后恢复原来的评分`
          : reply.recut_sheets > 0
            ? `已保存为第 ${reply.version} 版，正在后台重新裁切 ${reply.recut_sheets} 张答题卡`
            : `题块已保存（第 ${reply.version} 版）`,
      )
      props.onClose()
      return props.onDone()
    },
  })
  const { data, error } = preview
  const changed = data?.effects.filter(({ kind }) => kind !== 'same') ?? []
  const refusal =
    data?.problems.find(({ blocking }) => blocking)?.message ??
    data?.effects.find((effect) => effect.refusal !== null)?.refusal ??
    null
  return (
    <Dialog
      isOpen
      title={work === 'undo' ? '撤销上一次划分' : '保存题块'}
      onClose={props.onClose}
      style={{ width: 640 }}
    >
      <DialogBody>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void preview.refetch()} />
        ) : !data ? (
          <SkeletonLines lines={4} />
        ) : (
          <>
            <p className={css['verdict']} data-lost={data.lost > 0 || undefined}>
              {data.restored > 0 && `${data.restored} 份试卷恢复划分前的评分；`}
              {data.lost > 0
                ? `${data.lost} 份已评阅的试卷将作废评分`
                : changed.length === 0
                  ? '题块没有变化，只保存知识点'
                  : '不影响已有的评分'}
            </p>
            {changed.length > 0 && <DivisionEffects effects={changed} />}
            {data.recut_sheets > 0 && (
              <p className={css['quiet']}>
                {data.lost > 0 &&
                  work !== 'undo' &&
                  '作废的评分会留底，再改之前可以用「撤销上一次划分」恢复。'}
                保存后在后台重新裁切 {data.recut_sheets}{' '}
                张答题卡；扫描站会收到新模板。没有变化的题块不受影响。
              </p>
            )}
            {refusal && (
              <p className={css['bad']} role="alert">
                ✕ {refusal}
              </p>
            )}
          </>
        )}
        {save.isPending && props.of && <SheetAct {...props.of} />}
        {save.error && (
          <p className={css['bad']} role="alert">
            ✕ {sentenceOf(save.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent={data && data.lost > 0 ? 'danger' : 'primary'}
              loading={save.isPending}
              reason={data ? refusal : '正在核对'}
              onClick={() => save.mutate({ body: { ...body, accept_lost: data?.lost ?? 0 } })}
            >
              {work === 'undo'
                ? '撤销划分'
                : data && data.lost > 0
                  ? `保存，作废 ${data.lost} 份评分`
                  : '保存题块'}
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
