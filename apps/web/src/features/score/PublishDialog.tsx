import {
  Button,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  InputGroup,
  TextArea,
} from '@blueprintjs/core'
import { routeKey, useCall } from '@hengjuan/client/react'
import { createSnapshot, listReleases, listSnapshots, previewAll } from '@hengjuan/contracts'
import { typedName } from '@hengjuan/domain'
import { ReasonButton, sentenceOf, toast } from '@hengjuan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ActLine } from '../../acts/index.ts'
import {
  AudienceChoice,
  audienceFields,
  audienceProblem,
  EVERYBODY_NOW,
  type WantedAudiences,
} from './AudienceChoice.tsx'
import { diffSentence } from './DiffPanel.tsx'
import type { Preview } from './GateChecklist.tsx'
import css from './score.module.css'
import { useRelease } from './use-release.ts'

/** The same as the contract asks for. */
const SHORTEST_REASON = 4

/** Releases a new version: the exam's name typed, and a reason where the checklist is not clean. */
export function PublishDialog(props: {
  examId: number
  preview: Preview
  isOpen: boolean
  onClose: () => void
}) {
  return (
    <Dialog isOpen={props.isOpen} onClose={props.onClose} title="发布成绩" style={{ width: 560 }}>
      <Content {...props} />
    </Dialog>
  )
}

function Content(props: { examId: number; preview: Preview; onClose: () => void }) {
  const { examId, preview } = props
  const [name, setName] = useState('')
  const [reason, setReason] = useState('')
  const [versionName, setVersionName] = useState('')
  const [wanted, setWanted] = useState<WantedAudiences>(EVERYBODY_NOW)
  const queryClient = useQueryClient()
  const publish = useCall(createSnapshot, {
    onSuccess: async ({ version }) => {
      // Of a large exam that takes seconds, in which the page under the dialog would still say that nothing is released.
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: routeKey(listSnapshots) }),
        queryClient.invalidateQueries({ queryKey: routeKey(previewAll) }),
        queryClient.invalidateQueries({ queryKey: routeKey(listReleases) }),
      ])
      toast.done(`成绩已发布，版本 v${version}`)
      props.onClose()
    },
  })
  const { act, reason: waiting } = useRelease(examId, publish.isPending)
  const open = preview.subjects.flatMap((subject) =>
    subject.gate
      .filter(({ blocking }) => blocking)
      .map((item) => `${subject.subject_name}：${item.label} ${item.count}`),
  )
  const hasName = typedName(name, preview.exam_name)
  const hasReason = preview.ready || reason.trim().length >= SHORTEST_REASON
  const scored = Math.max(0, ...preview.subjects.map((subject) => subject.scored))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (
          !hasName ||
          !hasReason ||
          audienceProblem(wanted) !== null ||
          waiting !== null ||
          publish.isPending
        )
          return
        publish.mutate({
          body: {
            exam_id: examId,
            confirm_name: preview.exam_name,
            ...(preview.ready ? {} : { override_reason: reason.trim() }),
            ...audienceFields(wanted),
            ...(versionName.trim() === '' ? {} : { name: versionName.trim() }),
          },
        })
      }}
    >
      <DialogBody className={css['dialog'] ?? ''}>
        <p className={css['effect']}>
          {`将为 ${preview.subjects.length} 科、${scored} 名已出分的考生生成新版本并发布。`}
        </p>
        {preview.diff && <p className={css['muted']}>{diffSentence(preview.diff)}。</p>}
        {!preview.ready && (
          <div className={css['openItems']}>
            <strong>✕ 还有 {open.length} 项未完成</strong>
            <ul>
              {open.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            <FormGroup
              label="仍要发布的原因（必填，印在该版本的每张报表上）"
              helperText={hasReason ? undefined : `至少 ${SHORTEST_REASON} 个字`}
            >
              <TextArea
                fill
                value={reason}
                maxLength={200}
                onChange={({ currentTarget }) => setReason(currentTarget.value)}
                aria-label="仍要发布的原因"
              />
            </FormGroup>
          </div>
        )}
        <FormGroup
          label="版本名称（可不填）"
          labelFor="publish-version"
          helperText="显示在版本列表中，例如：更正英语第 12 题"
        >
          <InputGroup
            id="publish-version"
            maxLength={40}
            value={versionName}
            onValueChange={setVersionName}
          />
        </FormGroup>
        <AudienceChoice wanted={wanted} onChange={setWanted} />
        <FormGroup
          label={
            <>
              请输入考试名称「<b>{preview.exam_name}</b>」以确认
            </>
          }
        >
          <InputGroup value={name} onValueChange={setName} autoFocus aria-label="考试名称" />
        </FormGroup>
        <ActLine act={act} />
        {publish.error && (
          <p className={css['error']} role="alert">
            ✕ {sentenceOf(publish.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose} disabled={publish.isPending}>
              取消
            </Button>
            <ReasonButton
              type="submit"
              intent={preview.ready ? 'primary' : 'danger'}
              loading={publish.isPending}
              reason={
                waiting ??
                (hasReason ? null : `请填写仍要发布的原因，至少 ${SHORTEST_REASON} 个字`) ??
                (hasName ? null : '请先输入考试名称') ??
                audienceProblem(wanted)
              }
            >
              {preview.ready ? '发布成绩' : '仍要发布'}
            </ReasonButton>
          </>
        }
      />
    </form>
  )
}
