import {
  Button,
  Checkbox,
  Dialog,
  DialogBody,
  DialogFooter,
  FormGroup,
  HTMLSelect,
} from '@blueprintjs/core'
import type { CallError } from '@hengjuan/client'
import { useCall, useCaller, useRoute } from '@hengjuan/client/react'
import { examList, type ReplyOf, sheetReuse } from '@hengjuan/contracts'
import { ErrorState, ReasonButton, SkeletonLines, sentenceOf } from '@hengjuan/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeList } from './ChangeList.tsx'
import css from './library.module.css'
import type { SheetRow } from './SheetCard.tsx'

/** Takes a sheet over into a subject of an exam, or into the library, and shows first what that changes. */
export function ReuseDialog(props: {
  sheet: Pick<SheetRow, 'sheet_id' | 'name' | 'exam_id' | 'subject_id'>
  /** Already known on the page of an exam. */
  into?: { examId: number; subjectId: number }
  onClose: () => void
  onDone: (reply: ReplyOf<typeof sheetReuse>) => Promise<unknown>
}) {
  const { sheet, into } = props
  const { call } = useCaller()
  const [examId, setExam] = useState<number | null>(into?.examId ?? null)
  const [subjectId, setSubject] = useState<number | null>(into?.subjectId ?? sheet.subject_id)
  const [withKeys, setWithKeys] = useState(sheet.exam_id !== null)
  const exams = useRoute(examList, { query: { limit: 200, held: true } }, { enabled: !into })
  const list = exams.data?.list.filter(({ published }) => !published) ?? []
  const exam = list.find(({ exam_id }) => exam_id === examId)
  const subject = into
    ? into.subjectId
    : (exam?.subjects.find(({ subject_id }) => subject_id === subjectId)?.subject_id ??
      exam?.subjects[0]?.subject_id)
  const body = {
    sheet_id: sheet.sheet_id,
    ...(examId !== null && subject !== undefined ? { exam_id: examId, subject_id: subject } : {}),
    ...(withKeys ? { with_keys: true } : {}),
  }
  const preview = useQuery<ReplyOf<typeof sheetReuse>, CallError>({
    queryKey: [sheetReuse.path, 'preview', body],
    queryFn: ({ signal }) => call(sheetReuse, { body: { ...body, preview: true } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const reuse = useCall(sheetReuse, {
    onSuccess: (reply) => {
      props.onClose()
      return props.onDone(reply)
    },
  })
  const { data, error } = preview
  return (
    <Dialog isOpen title={`复用「${sheet.name}」`} onClose={props.onClose} style={{ width: 720 }}>
      <DialogBody>
        {!into && (
          <div className={css['reuseForm']}>
            <FormGroup label="用于" labelFor="reuse-exam">
              <HTMLSelect
                id="reuse-exam"
                fill
                value={examId ?? ''}
                onChange={({ currentTarget }) => setExam(Number(currentTarget.value) || null)}
                options={[
                  { value: '', label: '不用于考试，另存到答题卡库' },
                  ...list.map((one) => ({ value: one.exam_id, label: one.name })),
                ]}
              />
            </FormGroup>
            {exam && (
              <FormGroup label="科目" labelFor="reuse-subject">
                <HTMLSelect
                  id="reuse-subject"
                  fill
                  value={subject ?? ''}
                  onChange={({ currentTarget }) => setSubject(Number(currentTarget.value))}
                  options={exam.subjects.map((one) => ({
                    value: one.subject_id,
                    label: one.name,
                  }))}
                />
              </FormGroup>
            )}
          </div>
        )}
        {sheet.exam_id !== null && examId !== null && (
          <Checkbox
            checked={withKeys}
            onChange={({ currentTarget }) => setWithKeys(currentTarget.checked)}
            label={`连同答案和计分规则${data && withKeys ? `（${data.keys} 题）` : ''}`}
          />
        )}
        {error && !data ? (
          <ErrorState error={error} onRetry={() => void preview.refetch()} />
        ) : !data ? (
          <SkeletonLines lines={4} />
        ) : (
          <div aria-busy={preview.isFetching}>
            {data.refusal && (
              <p className={css['bad']} role="alert">
                ✕ {data.refusal}
              </p>
            )}
            <h3 className={css['subhead']}>
              {data.replaces
                ? `将替换「${data.replaces.name}」第 ${data.replaces.version} 版，题目变化如下`
                : '与来源相比'}
            </h3>
            <ChangeList
              changes={data.changes}
              same={data.replaces ? '与现在的答题卡没有不同' : '原样复制，没有改动'}
            />
            {data.replaces && (
              <p className={css['quiet']}>
                被替换的答题卡留在答题卡库，不再用于这场考试；题号相同的题块保留阅卷设置。
              </p>
            )}
          </div>
        )}
        {reuse.error && (
          <p className={css['bad']} role="alert">
            ✕ {sentenceOf(reuse.error)}
          </p>
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button onClick={props.onClose}>取消</Button>
            <ReasonButton
              intent="primary"
              loading={reuse.isPending}
              reason={data ? data.refusal : '正在比较'}
              onClick={() => reuse.mutate({ body })}
            >
              {data?.replaces ? '替换为这份' : examId === null ? '另存一份' : '用于考试'}
            </ReasonButton>
          </>
        }
      />
    </Dialog>
  )
}
