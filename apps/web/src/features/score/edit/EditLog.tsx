import { Button } from '@blueprintjs/core'
import { useCall } from '@hengjuan/client/react'
import { decideScore, type previewDetail, type ReplyOf, rollbackScore } from '@hengjuan/contracts'
import { ErrorState, ReasonButton, StatusTag, Time, toast } from '@hengjuan/ui'
import css from '../score.module.css'
import { changeText, EDIT_KINDS, type EditedPlace, editToast } from './edit-words.ts'

type Edit = ReplyOf<typeof previewDetail>['edits'][number]

/** What was set over the scores of a candidate, with the way back. */
export function EditLog(props: {
  place: EditedPlace
  edits: readonly Edit[]
  ownId: number
  isPublished: boolean
  onDone: () => void
}) {
  const { place, edits } = props
  const rollback = useCall(rollbackScore, {
    onSuccess: ({ state }) => {
      toast.done(state === 'applied' ? '已恢复' : editToast(state))
      props.onDone()
    },
  })
  const decide = useCall(decideScore, { onSuccess: props.onDone })
  const isBusy = rollback.isPending || decide.isPending
  const error = rollback.error ?? decide.error
  // Only the last edit of a target is taken back: what it changed is what stands.
  const last = new Set(
    [...Map.groupBy(edits.filter(stands), ({ what }) => what).values()].map(
      ([first]) => first?.event_id,
    ),
  )
  return (
    <section>
      <h4 className={css['sectionTitle']}>改分记录</h4>
      {error && <ErrorState error={error} />}
      <table className={css['readings']}>
        <tbody>
          {edits.map((edit) => (
            <tr key={edit.event_id} data-old={edit.undone_by_name !== null || undefined}>
              <th scope="row">{edit.what}</th>
              <td>
                {EDIT_KINDS[edit.kind]} {changeText(edit)}
                <small>{edit.reason}</small>
              </td>
              <td>{edit.by_name}</td>
              <td className={css['muted']}>
                <Time at={edit.at} />
              </td>
              <td>
                {edit.state === 'pending' && <StatusTag status="warn">待第二人确认</StatusTag>}
                {edit.state === 'refused' && <StatusTag status="idle">未同意</StatusTag>}
                {edit.undone_by_name !== null && `${edit.undone_by_name} 已恢复`}
                {!props.isPublished && edit.state === 'pending' && (
                  <>
                    <ReasonButton
                      size="small"
                      loading={isBusy}
                      reason={edit.by_id === props.ownId ? '降低分数要由另一人确认' : null}
                      onClick={() => decide.mutate({ body: actOn(place, edit, 'approve') })}
                    >
                      同意
                    </ReasonButton>{' '}
                    <Button
                      size="small"
                      loading={isBusy}
                      onClick={() => decide.mutate({ body: actOn(place, edit, 'refuse') })}
                    >
                      {edit.by_id === props.ownId ? '撤回' : '不同意'}
                    </Button>
                  </>
                )}
                {!props.isPublished && last.has(edit.event_id) && (
                  <Button
                    size="small"
                    variant="minimal"
                    loading={isBusy}
                    onClick={() =>
                      rollback.mutate({
                        body: {
                          ...place,
                          event_id: edit.event_id,
                          ...(edit.question_no === null ? {} : { question_no: edit.question_no }),
                          ...(edit.block_id === null ? {} : { block_id: edit.block_id }),
                        },
                      })
                    }
                  >
                    恢复
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const stands = ({ state, kind, undone_by_name: undone }: Edit): boolean =>
  state === 'applied' && kind !== 'restore' && undone === null

const actOn = (place: EditedPlace, { event_id }: Edit, action: 'approve' | 'refuse') => ({
  exam_id: place.exam_id,
  subject_id: place.subject_id,
  event_id,
  action,
})
