import { FormGroup, TextArea } from '@blueprintjs/core'
import { routeKey, useCall, useRoute } from '@hengjuan/client/react'
import {
  listReleases,
  listSnapshots,
  previewAll,
  type ReplyOf,
  updatePublishStatus,
} from '@hengjuan/contracts'
import {
  ConfirmDialog,
  EmptyState,
  ErrorState,
  ReasonButton,
  SkeletonLines,
  StatusTag,
  Time,
  toast,
} from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActLine } from '../../acts/index.ts'
import css from './score.module.css'
import { useRelease } from './use-release.ts'

type Version = ReplyOf<typeof listSnapshots>[number]

/** All versions, which one is released, and the way back to an older one. */
export function VersionList(props: { examId: number; mayPublish: boolean }) {
  const { examId } = props
  const { data, error, refetch } = useRoute(listSnapshots, { query: { exam_id: examId } })
  // What would be released after the dialog: a version, or none.
  const [asked, setAsked] = useState<Version | 'withdraw' | null>(null)
  const { reason: waiting } = useRelease(examId, false)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonLines lines={3} />
  if (data.length === 0)
    return (
      <EmptyState title="还没有发布过成绩">
        每次发布生成一个不可更改的版本；可以撤回，也可以改回以前的版本。
      </EmptyState>
    )
  const refusal = props.mayPublish ? waiting : '当前身份不能发布成绩'
  return (
    <>
      <ol className={css['versions']}>
        {data.map((version) => (
          <li key={version.snapshot_id} data-current={version.published || undefined}>
            <strong>
              v{version.version}
              {version.name !== null && ` ${version.name}`}
            </strong>
            <span className={css['versionText']}>
              <span>
                <Time at={version.created_at} /> · {version.created_by_name} · {version.candidates}{' '}
                名考生
              </span>
              {version.override_reason && (
                <small className={css['override']}>
                  ! 未完成检查即发布：{version.override_reason}
                </small>
              )}
            </span>
            {version.published ? (
              <>
                <StatusTag status="ok">当前发布</StatusTag>
                <ReasonButton
                  size="small"
                  intent="danger"
                  variant="outlined"
                  reason={refusal}
                  onClick={() => setAsked('withdraw')}
                >
                  撤回发布
                </ReasonButton>
              </>
            ) : (
              <ReasonButton size="small" reason={refusal} onClick={() => setAsked(version)}>
                发布此版本
              </ReasonButton>
            )}
          </li>
        ))}
      </ol>
      <MoveDialog
        examId={examId}
        asked={asked}
        current={data.find(({ published }) => published) ?? null}
        onClose={() => setAsked(null)}
      />
    </>
  )
}

function MoveDialog(props: {
  examId: number
  asked: Version | 'withdraw' | null
  current: Version | null
  onClose: () => void
}) {
  const { asked, current, examId } = props
  const [reason, setReason] = useState('')
  const queryClient = useQueryClient()
  const close = () => {
    setReason('')
    move.reset()
    props.onClose()
  }
  const move = useCall(updatePublishStatus, {
    onSuccess: async () => {
      // As in the dialog of a release: the page is to say the same.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: routeKey(listSnapshots) }),
        queryClient.invalidateQueries({ queryKey: routeKey(previewAll) }),
      ])
      toast.done(asked === 'withdraw' ? '已撤回发布' : '已改为所选版本')
      close()
    },
  })
  const { act, reason: waiting } = useRelease(examId, move.isPending)
  const isWithdrawal = asked === 'withdraw'
  const releases = useRoute(listReleases, { query: { exam_id: examId } }, { enabled: isWithdrawal })
  const looked = releases.data?.looked ?? 0
  const isReady = reason.trim().length >= 2
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={isWithdrawal ? '撤回发布' : '发布以前的版本'}
      effect={
        isWithdrawal
          ? `撤回后，${current?.candidates ?? 0} 名学生和教师将看不到本场成绩与报表；${looked === 0 ? '还没有学生查看过' : `已有 ${looked} 名学生查看过`}`
          : asked
            ? `所有人看到的成绩将从 ${current ? `v${current.version}` : '未发布'} 改为 v${asked.version}`
            : ''
      }
      confirmText={isWithdrawal ? '撤回发布' : '发布此版本'}
      isDestructive={isWithdrawal}
      isPending={move.isPending}
      refusal={waiting}
      error={move.error}
      onConfirm={() => {
        if (!isReady || asked === null) return
        move.mutate({
          body: {
            exam_id: examId,
            snapshot_id: asked === 'withdraw' ? null : asked.snapshot_id,
            reason: reason.trim(),
          },
        })
      }}
      onClose={close}
    >
      <p>
        {isWithdrawal
          ? '版本会保留，随时可以重新发布；撤回后试卷解锁，可以继续修改。'
          : '版本内容不变；报表与学生查询立即改用该版本。'}
      </p>
      <FormGroup
        label="原因（必填，记入操作记录）"
        helperText={isReady ? undefined : '请填写至少两个字的原因'}
      >
        <TextArea
          fill
          value={reason}
          maxLength={200}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          aria-label="原因"
        />
      </FormGroup>
      <ActLine act={act} />
    </ConfirmDialog>
  )
}
