import { Checkbox } from '@blueprintjs/core'
import { useCaller } from '@hengjuan/client/react'
import { examStatus, type ReplyOf } from '@hengjuan/contracts'
import { OPENS_MARKING } from '@hengjuan/domain'
import { ConfirmDialog, ErrorState, SkeletonLines, toast } from '@hengjuan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import css from './flow.module.css'
import { useSteps } from './use-steps.ts'

/** A subject and the step that it is to take. */
export interface Move {
  subject_id: number
  name: string
  status: number
}

type Preview = ReplyOf<typeof examStatus>

/**
 * Says what happens when subjects take their next step, before they do. Whoever opens scanning and marking says of
 * everything that is not ready that they know it.
 */
export function MoveDialog(props: { examId: number; moves: readonly Move[]; onClose: () => void }) {
  const { examId, moves } = props
  const { call } = useCaller()
  const { forward, refresh } = useSteps()
  const [known, setKnown] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const preview = useQuery({
    queryKey: ['exam-move', examId, moves],
    gcTime: 0,
    queryFn: () =>
      Promise.all(
        moves.map(async (move) => ({
          ...move,
          ...(await call(examStatus, { body: bodyOf(examId, move, { preview: true }) })),
        })),
      ),
  })
  const told = preview.data ?? []
  const going = told.filter(isFree)
  const warnings = going.flatMap((one) =>
    one.gates.map((gate) => ({
      key: `${one.subject_id} ${gate.code}`,
      text: `${one.name}：${gate.text}`,
      mustKnow: one.status === OPENS_MARKING,
    })),
  )
  const unseen = warnings.filter(({ key, mustKnow }) => mustKnow && !known.includes(key))
  const go = async () => {
    setBusy(true)
    setFailure(null)
    try {
      for (const one of going)
        await forward.mutateAsync({
          body: bodyOf(examId, one, { known: one.gates.map(({ code }) => code) }),
        })
      toast.done(`已推进 ${going.length} 个科目`)
      props.onClose()
    } catch (error) {
      setFailure(error as Error)
      void preview.refetch()
    } finally {
      setBusy(false)
      // What went before the one that failed has gone.
      void refresh()
    }
  }
  return (
    <ConfirmDialog
      isOpen
      title="进入下一步"
      effect={going.length === 1 ? (going[0]?.effect ?? '') : `${going.length} 个科目进入下一步`}
      confirmText={going.length === 1 ? '进入下一步' : `推进 ${going.length} 个科目`}
      isPending={isBusy}
      error={failure}
      refusal={
        !preview.data
          ? '正在核对'
          : going.length === 0
            ? '没有可以推进的科目'
            : unseen.length > 0
              ? `还有 ${unseen.length} 条提醒没有确认`
              : null
      }
      onConfirm={() => void go()}
      onClose={props.onClose}
    >
      {preview.error && !preview.data ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : !preview.data ? (
        <SkeletonLines lines={Math.min(4, moves.length)} />
      ) : (
        <>
          {told.length > 1 && (
            <ul className={css['effects']}>
              {told.map((one) => (
                <li key={one.subject_id} data-closed={!isFree(one) || undefined}>
                  {isFree(one)
                    ? one.effect
                    : `${one.name}暂不能推进：${one.gates.find(({ blocking }) => blocking)?.text ?? ''}`}
                </li>
              ))}
            </ul>
          )}
          {warnings.length > 0 && (
            <fieldset className={css['known']}>
              <legend>还没有就绪，可以继续，请逐条确认</legend>
              {warnings.map(({ key, text, mustKnow }) =>
                mustKnow ? (
                  <Checkbox
                    key={key}
                    checked={known.includes(key)}
                    onChange={({ currentTarget }) =>
                      setKnown(
                        currentTarget.checked
                          ? [...known, key]
                          : known.filter((one) => one !== key),
                      )
                    }
                  >
                    知道了：{text}
                  </Checkbox>
                ) : (
                  <p key={key}>! {text}</p>
                ),
              )}
            </fieldset>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}

const isFree = ({ gates }: Preview): boolean => gates.every(({ blocking }) => !blocking)

const bodyOf = (
  examId: number,
  { subject_id, status }: Pick<Move, 'subject_id' | 'status'>,
  more: { preview?: true; known?: string[] },
) => ({ exam_id: examId, subject_id, status, ...more })
