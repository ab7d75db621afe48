import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core'
import { useCall, useCaller } from '@hengjuan/client/react'
import { sheetDelete } from '@hengjuan/contracts'
import { ErrorState, ReasonButton, SkeletonLines, sentenceOf, toast } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import css from './library.module.css'

/** Names what goes with a sheet before it is deleted; the deletion can be undone for a while. */
export function DeleteDialog(props: {
  sheet: { sheet_id: number; name: string }
  onClose: () => void
  onDone: () => Promise<unknown>
}) {
  const { sheet } = props
  const { call } = useCaller()
  const body = { sheet_id: sheet.sheet_id }
  const preview = useQuery({
    queryKey: [sheetDelete.path, 'preview', sheet.sheet_id],
    queryFn: () => call(sheetDelete, { body: { ...body, preview: true } }),
    staleTime: 0,
  })
  const undo = useCall(sheetDelete, {
    onSuccess: () => {
      toast.done('已恢复，答案和阅卷设置都在')
      return props.onDone()
    },
    onError: toast.error,
  })
  const remove = useCall(sheetDelete, {
    onSuccess: () => {
      props.onClose()
      toast.done(`已删除「${sheet.name}」`, {
        text: '撤销',
        onClick: () => undo.mutate({ body: { undo_sheet_id: sheet.sheet_id } }),
      })
      return props.onDone()
    },
  })
  const { data, error } = preview
  return (
    <Dialog isOpen title="删除答题卡" onClose={props.onClose}>
      <DialogBody>
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void preview.refetch()} />
        ) : !data ? (
          <SkeletonLines lines={3} />
        ) : (
          <>
            <p className={css['effect']}>
              {data.refusal ? `「${sheet.name}」不能删除` : `将删除「${sheet.name}」`}
            </p>
            {data.refusal && (
              <p className={css['bad']} role="alert">
                ✕ {data.refusal}
              </p>
            )}
            {data.depends.length > 0 && (
              <>
                <p>{data.refusal ? '与它相关的有：' : '一并受影响的有：'}</p>
                <ul>
                  {data.depends.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </>
            )}
            {!data.refusal && <p className={css['quiet']}>删除后可以立即撤销。</p>}
          </>
        )}
        {remove.error && (
          <p className={css['bad']} role="alert">
            ✕ {sentenceOf(remove.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>{data?.refusal ? '知道了' : '取消'}</Button>
            <ReasonButton
              intent="danger"
              loading={remove.isPending}
              reason={data ? data.refusal : '正在核对'}
              onClick={() => remove.mutate({ body })}
            >
              删除 1 份答题卡
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
